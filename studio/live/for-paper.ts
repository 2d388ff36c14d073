/** Has a page in a window look as it does on paper: rules of `@media print` hold, those of screens do not. */
export function forPaper(page: Document): void {
  for (const { media, cssRules } of page.styleSheets) {
    change(media)
    changeWithin(cssRules)
  }
}

function changeWithin(rules: CSSRuleList): void {
  for (const rule of rules) {
    if (rule instanceof CSSMediaRule) change(rule.media)
    if (rule instanceof CSSGroupingRule) changeWithin(rule.cssRules)
  }
}

/** No browser is of the type `tty` (Media Queries 4, 2.3). */
function change(media: MediaList): void {
  const asked = media.mediaText.replace(/\bscreen\b/g, 'tty').replace(/\bprint\b/g, 'all')
  if (asked !== media.mediaText) media.mediaText = asked
}
