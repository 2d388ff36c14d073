/** `#/assets`: images and fonts of the account, which documents name as `asset:name`. */
import type { Asset, Operations } from '../../clients/typescript/src/schemas'
import { Copy } from '../shell/copy'
import { Drop } from '../shell/drop'
import { sizeOf, timeOf } from '../shell/format'
import { Empty, Head, type PageProps } from '../shell/page'
import { Problem, wordsOf } from '../shell/problem'
import { Table } from '../shell/table'
import { deleteLater, toast } from '../shell/toast'
import { useAnswer } from '../shell/use-answer'
import { TEXTS } from '../texts'
import { storeAsset } from './store-asset'

const ACCEPT = '.svg,.png,.jpg,.jpeg,.webp,.woff2,.ttf,.otf'
const words = TEXTS.assets

export default function Assets({ session }: PageProps) {
  const found = useAnswer<Operations['listAssets']['result']>(
    (signal) => session.platen.call<'listAssets'>('GET', '/v1/assets', { signal }),
    [session.key],
  )
  const assets = found.value?.assets ?? []
  const store = async (file: File) => {
    try {
      toast(words.stored(await storeAsset(session, file)))
      found.again()
    } catch (error) {
      toast(wordsOf(error), { isError: true })
    }
  }
  const remove = ({ name }: Asset) => {
    found.change(({ assets }) => ({ assets: assets.filter((asset) => asset.name !== name) }))
    deleteLater(
      words.deleted(name),
      () => session.platen.call<'deleteAsset'>('DELETE', `/v1/assets/${encodeURIComponent(name)}`),
      found.again,
    )
  }
  return (
    <>
      <Head title={words.title} lead={words.lead} />
      <Drop label={words.drop} accept={ACCEPT} onFile={store} />
      <Problem error={found.error} onRetry={found.again} />
      {assets.length > 0 && (
        <Table
          caption={words.title}
          columns={[
            { name: words.name, cell: ({ name }) => name },
            { name: words.kind, cell: ({ content_type: type }) => type },
            { name: words.size, isNumber: true, cell: ({ bytes }) => sizeOf(bytes) },
            { name: words.stored_at, cell: ({ updated_at: at }) => timeOf(at) },
            {
              name: words.actions,
              isUnnamed: true,
              isNumber: true,
              cell: (asset) => (
                <>
                  <Copy label={words.copy} text={asset.address} />
                  <button type="button" class="quiet" onClick={() => remove(asset)}>
                    {TEXTS.tasks.delete}
                  </button>
                </>
              ),
            },
          ]}
          rows={assets}
          keyOf={({ name }) => name}
        />
      )}
      {found.value && assets.length === 0 && <Empty title={words.none} />}
    </>
  )
}
