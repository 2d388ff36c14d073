/** A picture of the data: a file of this machine, which becomes a part of the data, or an address. */
import { useState } from 'preact/hooks'
import { Drop } from '../shell/drop'
import { useLatest } from '../shell/use-latest'
import { TEXTS } from '../texts'

const MAX_BYTES = 1_000_000

type PictureFieldProps = { label: string; address: string; onChange: (address: string | undefined) => void }

export function PictureField({ label, address, onChange }: PictureFieldProps) {
  const [isTooLarge, setTooLarge] = useState(false)
  // What it changes may be another one by the time the file is read.
  const latest = useLatest(onChange)
  const isOwn = address.startsWith('data:')
  const read = (file: File) => {
    setTooLarge(file.size > MAX_BYTES)
    if (file.size > MAX_BYTES) return
    const reader = new FileReader()
    reader.onload = () => latest.current(String(reader.result))
    reader.readAsDataURL(file)
  }
  return (
    <fieldset class="picture-field">
      <legend>{label}</legend>
      {isOwn && <img src={address} alt="" />}
      <div class="bar">
        <Drop
          label={TEXTS.form.pictureDrop}
          accept="image/png,image/jpeg,image/webp,image/svg+xml"
          onFile={read}
        />
        {address !== '' && (
          <button type="button" class="quiet" onClick={() => onChange(undefined)}>
            {`${TEXTS.remove} ${label}`}
          </button>
        )}
      </div>
      {isTooLarge && <p role="alert">{TEXTS.form.pictureTooLarge}</p>}
      {!isOwn && (
        <label>
          <span>{TEXTS.form.pictureAddress}</span>
          <input
            value={address}
            placeholder="asset:logo.svg"
            onInput={(event) => onChange(event.currentTarget.value || undefined)}
          />
        </label>
      )}
    </fieldset>
  )
}
