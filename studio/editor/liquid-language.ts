/** Liquid inside HTML: coloured where it stands, and completed. */
import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  snippetCompletion,
} from '@codemirror/autocomplete'
import { Decoration, type DecorationSet, MatchDecorator, ViewPlugin } from '@codemirror/view'
import { type Known, variablesAt } from './liquid-paths'
import { FILTERS, TAGS } from './liquid-words'

const output = Decoration.mark({ class: 'cm-liquid' })

/** Pieces of one line, which is how Liquid is written; 1,000 characters at most. */
const decorator = new MatchDecorator({
  regexp: /\{\{[^}\n]{0,1000}\}\}|\{%[^%\n]{0,1000}%\}/g,
  decoration: output,
})

export const liquidColors = ViewPlugin.define<{
  decorations: DecorationSet
  update: (update: never) => void
}>(
  (view) => ({
    decorations: decorator.createDeco(view),
    update(update) {
      this.decorations = decorator.updateDeco(update, this.decorations)
    },
  }),
  { decorations: (plugin) => plugin.decorations },
)

const tagCompletions: readonly Completion[] = TAGS.map(({ name, detail, insert }) =>
  snippetCompletion(insert, { label: name, detail, type: 'keyword' }),
)
const filterCompletions: readonly Completion[] = FILTERS.map(({ name, detail }, at) => ({
  label: name,
  detail,
  type: 'function',
  boost: detail === 'Liquid' ? -1 : 1 - at / 100,
}))

/** Characters before the cursor in which the beginning of its tag is looked for. */
const MAX_TAG = 1000

/** Filters after a bar, tags after `{%`, else variables; nothing outside of Liquid. */
export function completeLiquid(known: () => Known) {
  return ({ state, pos, explicit }: CompletionContext): CompletionResult | null => {
    const before = state.sliceDoc(Math.max(0, pos - MAX_TAG), pos)
    const begin = Math.max(before.lastIndexOf('{{'), before.lastIndexOf('{%'))
    if (begin < 0 || before.indexOf('}', begin) >= 0) return null
    const inside = before.slice(begin)
    const word = /[\w.-]*$/.exec(inside)?.[0] ?? ''
    if (!explicit && word === '' && !/[|%{]\s?$/.test(inside)) return null
    if (/\|\s*[\w]*$/.test(inside)) {
      return { from: pos - word.length, options: filterCompletions, validFor: /^\w*$/ }
    }
    if (/^\{%-?\s*\w*$/.test(inside)) {
      return { from: pos - word.length, options: tagCompletions, validFor: /^\w*$/ }
    }
    const path = word.split('.')
    const typed = path.pop() ?? ''
    const options = variablesAt(known(), state.sliceDoc(0, pos), path).map(({ name, detail }) => ({
      label: name,
      detail,
      type: 'variable',
    }))
    return { from: pos - typed.length, options, validFor: /^[\w-]*$/ }
  }
}
