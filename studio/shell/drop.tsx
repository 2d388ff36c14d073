/** A place to drop a file on, or to choose one by a click or a key. */
import { useState } from 'preact/hooks'

type DropProps = { label: string; accept: string; onFile: (file: File) => void }

export function Drop({ label, accept, onFile }: DropProps) {
  const [isOver, setOver] = useState(false)
  const take = (file: File | undefined) => file && onFile(file)
  return (
    <label
      class={isOver ? 'drop over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer?.files[0])
      }}
    >
      <span>{label}</span>
      <input
        type="file"
        accept={accept}
        onChange={(event) => {
          take(event.currentTarget.files?.[0])
          // The same file may be chosen again.
          event.currentTarget.value = ''
        }}
      />
    </label>
  )
}
