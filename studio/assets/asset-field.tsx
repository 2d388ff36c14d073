/** An asset of the account: one that is stored, or a file of this machine, which is stored. */
import { useState } from 'preact/hooks'
import type { Asset } from '../../clients/typescript/src/schemas'
import { Drop } from '../shell/drop'
import { wordsOf } from '../shell/problem'
import type { Session } from '../shell/session'
import { useLatest } from '../shell/use-latest'
import { TEXTS } from '../texts'
import { storeAsset } from './store-asset'

type AssetFieldProps = {
  session: Session
  label: string
  drop: string
  accept: string
  /** Those that fit. */
  assets: readonly Asset[]
  value: string
  onChange: (address: string | undefined) => void
  onStored: () => void
}

export function AssetField({
  session,
  label,
  drop,
  accept,
  assets,
  value,
  onChange,
  onStored,
}: AssetFieldProps) {
  const [fault, setFault] = useState('')
  // What it changes may be another one by the time the file is stored.
  const latest = useLatest(onChange)
  const store = async (file: File) => {
    setFault('')
    try {
      const name = await storeAsset(session, file)
      latest.current(`asset:${name}`)
      onStored()
    } catch (error) {
      setFault(wordsOf(error))
    }
  }
  const known = assets.map(({ address }) => address)
  return (
    <fieldset class="picture-field">
      <legend>{label}</legend>
      {(known.length > 0 || value !== '') && (
        <label>
          <span>{TEXTS.brand.stored}</span>
          <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}>
            <option value="">{TEXTS.brand.none}</option>
            {[...new Set([...known, ...(value ? [value] : [])])].map((address) => (
              <option key={address} value={address}>
                {address.replace(/^asset:/, '')}
              </option>
            ))}
          </select>
        </label>
      )}
      <Drop label={drop} accept={accept} onFile={store} />
      {fault && <p role="alert">{fault}</p>}
    </fieldset>
  )
}
