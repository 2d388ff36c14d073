/** The fields of what a code says. */
import type { QrCodeRequest } from '../../clients/typescript/src/schemas'
import { Switch } from '../shell/switch'
import { TEXTS } from '../texts'
import { FIELDS, type QrType } from './fields'

type ContentProps = { type: QrType; values: QrCodeRequest; onChange: (values: QrCodeRequest) => void }

const SECURITIES = ['WPA', 'WEP', 'nopass']

export function Content({ type, values, onChange }: ContentProps) {
  return (
    <>
      {FIELDS[type].map(({ name, label, kind }) => {
        const value = values[name]
        const set = (next: unknown) => onChange({ ...values, [name]: next === '' ? undefined : next })
        const changed = (event: { currentTarget: { value: string } }) => set(event.currentTarget.value)
        if (kind === 'switch')
          return <Switch key={name} label={label} on={value === true} onChange={(on) => set(on || '')} />
        return (
          // biome-ignore lint/a11y/noLabelWithoutControl: each branch holds one
          <label key={name}>
            <span>{label}</span>
            {kind === 'security' ? (
              <select value={String(value ?? '')} onChange={changed}>
                <option value="">{TEXTS.qr.auto}</option>
                {SECURITIES.map((one) => (
                  <option key={one} value={one}>
                    {one}
                  </option>
                ))}
              </select>
            ) : kind === 'long' ? (
              <textarea rows={3} value={String(value ?? '')} onInput={changed} />
            ) : (
              <input value={String(value ?? '')} onInput={changed} />
            )}
          </label>
        )
      })}
    </>
  )
}
