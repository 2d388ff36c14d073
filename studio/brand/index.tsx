/** `#/brand`: what all documents of templates look like, with an invoice beside it that wears it. */
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { Asset, Operations } from '../../clients/typescript/src/schemas'
import { AssetField } from '../assets/asset-field'
import { PagePicture } from '../editor/page-picture'
import { ColorField } from '../shell/color-field'
import { Head, type PageProps } from '../shell/page'
import { Problem } from '../shell/problem'
import { deleteLater, toast } from '../shell/toast'
import { useAnswer } from '../shell/use-answer'
import { useKept } from '../shell/use-kept'
import { usePreviewer } from '../shell/use-previewer'
import { useWork } from '../shell/use-work'
import { TEXTS } from '../texts'
import { type Brand, readBrand } from './read-brand'

const SHOWN = 'invoice/classic'
const words = TEXTS.brand
const ACCENT = '#1b4b66'
const EMPTY: Brand = {}
const NOTHING = { unsaved: null }

export default function BrandPage({ session }: PageProps) {
  const { platen } = session
  const [{ unsaved }, keep] = useKept<{ unsaved: Brand | null }>('brand', NOTHING)
  const { isBusy, problem, submit } = useWork()
  const stored = useAnswer(() => readBrand(platen), [platen])
  const sample = useAnswer(() => platen.template(SHOWN), [platen])
  const assets = useAnswer<Operations['listAssets']['result']>(
    () => platen.call<'listAssets'>('GET', '/v1/assets'),
    [platen],
  )
  const { previewer, shown } = usePreviewer(platen)
  const [page, setPage] = useState(1)
  const [isLarge, setLarge] = useState(false)
  const brand = unsaved ?? stored.value ?? EMPTY
  const isSaved = JSON.stringify(brand) === JSON.stringify(stored.value ?? EMPTY)
  useEffect(() => {
    if (unsaved && isSaved && !stored.isLoading) keep(NOTHING)
  }, [unsaved, isSaved, stored.isLoading, keep])
  const data = useMemo(() => ({ ...sample.value?.sample, brand }), [sample.value, brand])
  useEffect(() => {
    if (!sample.value || stored.isLoading) return
    previewer.want({
      request: { endpoint: 'generate', request: { template_id: SHOWN, data }, pages: String(page) },
    })
  }, [previewer, sample.value, stored.isLoading, data, page])
  const set = (name: keyof Brand, value: string | undefined) => {
    const { [name]: _former, ...rest } = brand
    keep({ unsaved: value ? { ...rest, [name]: value } : rest })
  }
  const save = submit(async () => {
    await platen.call<'putBrand'>('PUT', '/v1/brand', { body: brand })
    toast(words.saved)
    stored.again()
  })
  const remove = () => {
    keep({ unsaved: {} })
    deleteLater(
      words.removed,
      () => platen.call<'deleteBrand'>('DELETE', '/v1/brand').then(stored.again),
      () => keep({ unsaved }),
    )
  }
  const field = (name: 'logo' | 'font' | 'font_bold', kind: string) => (
    <AssetField
      session={session}
      label={words[name]}
      drop={name === 'logo' ? words.dropLogo : words.dropFont}
      assets={(assets.value?.assets ?? []).filter(({ content_type: type }: Asset) => type.startsWith(kind))}
      value={brand[name] ?? ''}
      accept={kind === 'image/' ? '.svg,.png,.jpg,.jpeg,.webp' : '.woff2,.ttf,.otf'}
      onChange={(address) => set(name, address)}
      onStored={assets.again}
    />
  )
  return (
    <>
      <Head title={words.title} lead={words.lead}>
        <a class="button plain" href="#/make">
          {words.all}
        </a>
      </Head>
      <div class="make">
        <form onSubmit={save}>
          {unsaved && !isSaved && stored.value && (
            <p class="notice">
              {words.unsaved}{' '}
              <button type="button" class="quiet" onClick={() => keep(NOTHING)}>
                {words.discard}
              </button>
            </p>
          )}
          <label>
            <span>{words.name}</span>
            <input
              maxLength={200}
              value={brand.name ?? ''}
              onInput={({ currentTarget }) => set('name', currentTarget.value)}
            />
          </label>
          <ColorField
            label={words.accent}
            value={brand.accent ?? ACCENT}
            onChange={(accent) => set('accent', accent)}
          />
          {field('logo', 'image/')}
          {field('font', 'font/')}
          {field('font_bold', 'font/')}
          <label>
            <span>{words.footer}</span>
            <input
              maxLength={300}
              value={brand.footer ?? ''}
              onInput={({ currentTarget }) => set('footer', currentTarget.value)}
            />
          </label>
          <Problem error={problem ?? stored.error ?? sample.error ?? assets.error} />
          <div class="bar">
            <button type="submit" disabled={isBusy || isSaved || Object.keys(brand).length === 0}>
              {words.save}
            </button>
            {stored.value && (
              <button type="button" class="quiet" onClick={remove}>
                {words.remove}
              </button>
            )}
          </div>
        </form>
        <PagePicture shown={shown} page={page} onPage={setPage} isLarge={isLarge} onLarge={setLarge} />
      </div>
    </>
  )
}
