/** How a QR code looks: its colours, a logo, the size of its picture. */
import type { Asset, Operations } from '../../clients/typescript/src/schemas'
import { AssetField } from '../assets/asset-field'
import { ColorField } from '../shell/color-field'
import type { Session } from '../shell/session'
import { Switch } from '../shell/switch'
import { useAnswer } from '../shell/use-answer'
import { TEXTS } from '../texts'
import type { Design, QrSize } from './design'

const words = TEXTS.qr
const PICTURES = ['image/png', 'image/jpeg', 'image/webp']

type LookProps = { session: Session; design: Design; onChange: (design: Design) => void }

export function Look({ session, design, onChange }: LookProps) {
  const { color, background, isClear, logo, size } = design
  const assets = useAnswer<Operations['listAssets']['result']>(
    () => session.platen.call<'listAssets'>('GET', '/v1/assets'),
    [session.platen],
  )
  const pictures = assets.value?.assets.filter(({ content_type: type }: Asset) => PICTURES.includes(type))
  return (
    <>
      <div class="pair">
        <ColorField
          label={words.color}
          value={color}
          onChange={(next) => onChange({ ...design, color: next })}
        />
        <ColorField
          label={words.background}
          value={background}
          disabled={isClear}
          onChange={(next) => onChange({ ...design, background: next })}
        />
      </div>
      <Switch label={words.clear} on={isClear} onChange={(on) => onChange({ ...design, isClear: on })} />
      <AssetField
        session={session}
        label={words.logo}
        drop={words.dropLogo}
        accept=".png,.jpg,.jpeg,.webp"
        assets={pictures ?? []}
        value={logo.startsWith('asset:') ? logo : ''}
        onChange={(address) => onChange({ ...design, logo: address ?? '' })}
        onStored={assets.again}
      />
      <label>
        <span>{words.logoAddress}</span>
        <input
          type="url"
          placeholder="https://"
          value={logo.startsWith('asset:') ? '' : logo}
          onInput={({ currentTarget }) => onChange({ ...design, logo: currentTarget.value.trim() })}
        />
      </label>
      <label>
        <span>{words.size}</span>
        <select
          value={size}
          onChange={({ currentTarget }) => onChange({ ...design, size: currentTarget.value as QrSize })}
        >
          {(Object.keys(words.sizes) as QrSize[]).map((one) => (
            <option key={one} value={one}>
              {words.sizes[one]}
            </option>
          ))}
        </select>
      </label>
    </>
  )
}
