/** What is said of fields, for the fields themselves. */
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Remark, Remarks } from './remarks'

export const RemarksContext = createContext<Remarks>(new Map())

/** What is said of this very field. */
export function useRemarks(path: string): readonly Remark[] {
  return useContext(RemarksContext).get(path) ?? []
}

/** How much is said of these fields and of those within them. */
export function useRemarkCount(paths: readonly string[]): number {
  const remarks = useContext(RemarksContext)
  let count = 0
  for (const [place, said] of remarks)
    if (paths.some((path) => place === path || place.startsWith(`${path}.`))) count += said.length
  return count
}
