import type { Remark } from './remarks'

type RemarkListProps = {
  remarks: readonly Remark[]
  id?: string
  /** Of the field, for where they stand apart from it. */
  label?: string
}

/** Nothing where nothing is said. `id` names it for the field that it describes. */
export function RemarkList({ remarks, id, label }: RemarkListProps) {
  if (remarks.length === 0) return null
  return (
    <span class="remarks-here" id={id}>
      {remarks.map(({ text, isFault }) => (
        <span key={text} class={isFault ? 'remark bad-text' : 'remark'}>
          {label && <span class="of-field">{label}: </span>}
          {text}
        </span>
      ))}
    </span>
  )
}
