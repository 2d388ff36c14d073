/** Filters, tags and partials of our Liquid, with what each is for: what the editor offers. */

export type Word = { name: string; detail: string }

const ours: Record<string, string> = {
  money: 'a sum with its currency: €1,234.50',
  amount: 'a sum without a sign; amount: 4 for more places',
  number: 'in the form of the language; number: 2',
  percent: '19%',
  figure: 'a number formatted, text as it is',
  date: "date: 'medium' (short, long, full, month, day …)",
  date_range: '1 – 31 Oct 2026; date_range: end',
  days_until: 'whole days to another day',
  country: 'DE is Germany, in the language',
  iban: 'in groups of four',
  unit: 'DAY | unit: 6 is 6 days',
  qr: "a QR code as SVG; qr: 'high'",
  payment_qr: 'the European payment code',
  swiss_bill: 'the parts of a Swiss QR-bill',
  figure_rows: 'cells with equal decimals by column',
  code128: 'a barcode as SVG',
  ean13: 'a barcode as SVG',
  ean13_digits: 'its digits, with the check digit',
  markdown: 'text in Markdown as safe HTML',
  lines: 'text with its line breaks',
  text_rows: 'rows that texts take; text_rows: 30',
  js: 'a value as a literal, inside <script>',
  round_amount: "rounded to the currency's decimals",
  totals: 'lines | totals: net, VAT, gross, due',
  running_balance: 'entries with a balance each',
  color: "the colour, or the fallback; color: 'black'",
  t: "a word in the document's language",
  invoice_type: 'words for this kind of invoice',
  sum: 'exact; sum: "net"',
}

const liquids =
  'abs append at_least at_most capitalize ceil compact concat default divided_by downcase escape first floor group_by ' +
  'join json last lstrip map minus modulo newline_to_br plus prepend raw reject remove remove_first replace ' +
  'replace_first reverse round rstrip size slice sort sort_natural split strip strip_html strip_newlines times ' +
  'truncate truncatewords uniq upcase url_encode where'

/** Ours first: nobody knows them by heart. */
export const FILTERS: readonly Word[] = [
  ...Object.entries(ours).map(([name, detail]) => ({ name, detail })),
  ...liquids.split(' ').map((name) => ({ name, detail: 'Liquid' })),
]

/** `insert` is the whole tag, with what ends it; the cursor goes where `#{}` stands. */
export const TAGS: readonly (Word & { insert: string })[] = [
  { name: 'for', detail: 'each entry of a list', insert: 'for #{item} in #{lines} %}#{}{% endfor' },
  { name: 'if', detail: 'only if', insert: 'if #{value} %}#{}{% endif' },
  { name: 'unless', detail: 'only if not', insert: 'unless #{value} %}#{}{% endunless' },
  { name: 'elsif', detail: 'or else if', insert: 'elsif #{value}' },
  { name: 'else', detail: 'or else', insert: 'else' },
  { name: 'case', detail: 'one of several', insert: "case #{value} %}{% when #{'a'} %}#{}{% endcase" },
  { name: 'assign', detail: 'a name for a value', insert: 'assign #{name} = #{value}' },
  { name: 'capture', detail: 'a name for a text', insert: 'capture #{name} %}#{}{% endcapture' },
  { name: 'render', detail: 'one of our partials', insert: "render '#{party}', party: #{buyer}" },
  { name: 'comment', detail: 'is not printed', insert: 'comment %}#{}{% endcomment' },
  { name: 'endfor', detail: '', insert: 'endfor' },
  { name: 'endif', detail: '', insert: 'endif' },
  { name: 'endunless', detail: '', insert: 'endunless' },
]
