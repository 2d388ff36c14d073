import type { Remark } from './remarks'

/** Nothing where nothing is said. `id` names it for the field that it describes. */
export function RemarkList({ remarks, id }: { remarks: readonly Remark[]; id?: string }) {
  if (remarks.length === 0) return null
  return (
    <span class="remarks-here" id={id}>
      {remarks.map(({ text, isFault }) => (
        <span key={text} class={isFault ? 'remark bad-text' : 'remark'}>
          {text}
        </span>
      ))}
    </span>
  )
}
