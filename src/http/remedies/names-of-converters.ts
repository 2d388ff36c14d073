/**
 * Names of wkhtmltopdf, jsreport, DocRaptor and others for what has no field here, or has one that is asked for otherwise.
 * Those that `names-of-other-services.ts` has come first.
 */
import { all, type Foreign, to } from './foreign-name'

const MARKUP = 'put it into the HTML'
const SCRIPT = `${MARKUP}: <script>…</script>`
const FONT = `${MARKUP} or "css": @font-face, with "asset:brand.woff2" for a font of yours`
const HEADING =
  'send "header_html" or "footer_html", with <span class="pageNumber"></span> and <span class="totalPages"></span>'
const STRICT = 'send "strict": true: what did not load is then a 422, else X-Warnings tells it'
const FINISH = 'POST /v1/finish does that with a PDF'
const BLEED = 'leave it out: CSS asks for it, "@page { bleed: 3mm; marks: crop cross }"'
const PRINTER = 'leave it out: it is a setting of the printer'
const TEMPLATE = 'leave it out: templates are in Liquid, and stored by PUT /v1/templates/{category}/{name}'
const E_INVOICE = 'send "factur_x": true, and "invoice" for its data'

const ROOM = to(
  'margin_top',
  'leave it out: room is made for headers and footers; or send "margin_top" and "margin_bottom"',
)
const FITS = to('scale', 'leave it out: goCreditMode makes what is too wide fit; or send "scale": 0.8')
const WAIT = to('wait_for', 'send "wait_for": {"ms": 2000}, or a CSS selector')
const HIDE = to('hide', 'send "hide": ["#banner"], or "click": ["#accept"]: CSS selectors')
const SERVICE = 'leave it out: the service fetches from where it runs; what is not public is sent as "html"'
const RULES = to('css', 'send the rules themselves as "css"')

/** By the name without case, hyphens and underscores. */
export const CONVERTERS: Readonly<Record<string, Foreign>> = {
  ...all(
    'vat vatrate taxrate tax taxes',
    to('lines', 'it belongs to each of "lines": {…, "vat": {"rate": 19}}'),
  ),
  ...all('marginhorizontal marginx', to('margin_left', 'send "margin_left" and "margin_right"')),
  ...all('marginvertical marginy', to('margin_top', 'send "margin_top" and "margin_bottom"')),
  ...all(
    's3 bucket storage uploadto',
    to('deliver_to', 'send a presigned PUT address as "deliver_to", with "async_mode": true'),
  ),
  ...all(
    'email emailto mailto recipients',
    to('webhook_url', 'leave it out: files are not mailed; "webhook_url" is told when a task has ended'),
  ),
  ...all('meta customdata', to('metadata')),
  ...all('id externalid customid correlationid', to('metadata', 'send "metadata": {"id": "…"}')),
  ...all('gotooptions navigationoptions', WAIT),
  ...all('skipnetworkalmostidleevent networkidletimeout', WAIT),
  ...all('inlinepdf inline disposition contentdisposition attachment', {
    say: 'leave it out: the response is the file; who shows it says how, and "return_type": "url" gives an address',
  }),
  ...all('tasks steps actions', {
    say: 'leave it out: one call does all of it, with "html" or "url", and "options" for what is done after',
  }),
  ...all('overlay underlay letterhead', {
    say: 'leave it out: "watermark" puts text on every page; paper is put behind HTML by CSS, "@page { background: url(asset:paper.svg) }"',
  }),
  ...all('extracttext extract ocr', {
    say: 'leave it out: no text is read out; the answer has pages, sizes, fields and what a standard asks for',
  }),
  // WeasyPrint, Prince and others.
  ...all('pdfpage pdfpagesize pdfsize pagelayoutsize', to('paper')),
  ...all(
    'pdforientation pageorientation pagelandscape',
    to('orientation', 'send "orientation": "landscape"'),
  ),
  ...all(
    'pagemargin pagemargins pdfmargin pdfmargins',
    to('margin_top', 'send margin_top, margin_right, margin_bottom and margin_left, as inches or "20mm"'),
  ),
  ...all('presentationalhints hinting fullfonts fontconfig', {
    say: 'leave it out: the browser does as its standards say',
  }),
  ...all(
    'optimizeimages optimizesize jpegquality imagedpi imageresolution uncompressedpdf',
    to('compress', 'send "compress": true for a smaller file'),
  ),
  ...all('pdfvariant pdfprofile', to('pdf_format', 'send "pdf_format": "PDF/A-2b"')),
  ...all('pdfidentifier custommetadata xmpmetadata', {
    say: 'leave it out: of the file, "title", "author", "subject" and "keywords" are yours to say',
  }),
  ...all('pdfforms pdfform', to('forms')),
  ...all('pdfoutline pdfbookmarks', to('outline')),
  ...all('pdffilename pdfname outputfile outfile saveas', to('filename')),
  ...all('pdfpassword openpassword', to('password')),
  ...all('printmode pagedmedia mediaprint', to('media', 'send "media": "print" (the default) or "screen"')),
  ...all('debug verbose loglevel log', {
    say: 'leave it out: X-Warnings tells what was wrong, and GET /v1/status/{task_id} all of it',
  }),
  ...all('retry retries maxretries priority queue', {
    say: 'leave it out: what fails by no fault of yours is tried again',
  }),
  ...all('pagebreak pagebreaks pagebreakmode avoidbreaks', {
    say: `${MARKUP} or "css": "break-before: page", "break-inside: avoid"`,
  }),
  ...all('addstyletag addstyletags', RULES),
  ...all(
    'setextrahttpheaders',
    to('fetch_headers', 'send "fetch_headers": {"X-Token": "…"} with the "url" of a page'),
  ),
  ...all('rejectresourcetypes blockresources blockrequests requestinterceptors allowresourcetypes', {
    say: 'leave it out: what is not wanted is left out of the HTML, or hidden ("hide": ["#ad"])',
  }),
  ...all('besteffortmode besteffort', { say: 'leave it out: what does not load is told in X-Warnings' }),
  order: to('files', 'leave it out: "files" are put together in their order'),
  ...all('convertto', { say: 'leave it out for a PDF, or send "output": "png" for pictures' }),
  ...all('reportname documentname', to('filename')),
  ...all(
    'exporttype responsetype',
    to('return_type', 'leave it out, or send "return_type": "url" for the address of the file'),
  ),
  ...all('expiration expiresin ttl', { say: 'leave it out: files are kept as long as the plan says' }),
  ...all(
    'htmlbase64 base64html htmlb64 base64',
    to('html', 'send the markup itself, as text: "html": "<h1>…</h1>"'),
  ),
  ...all(
    'removepassword decrypt unlock',
    to(
      'split',
      'leave it out: "password" in "files" opens a file, and the result has none unless options give one',
    ),
  ),
  ...all('evaluate script scripts js runscript addscripttag executejs customjs', { say: SCRIPT }),
  ...all('font fonts fontfamily defaultfont', { say: FONT }),
  ...all(
    'footercenter footerleft footerright footertext headercenter headerleft headerright headertext',
    to('header_html', HEADING),
  ),
  ...all('headerhtmlfile coverpage cover', { say: `${MARKUP}, as its first page` }),
  ...all('printmediatype', to('media', 'send "media": "print" (the default) or "screen"')),
  ...all('nobackground', to('omit_backgrounds')),
  ...all('nooutline', to('outline', 'leave it out, or send "outline": false')),
  ...all('javascriptdelay', to('wait_for', 'send "wait_for": {"ms": 500}')),
  ...all(
    'viewportsize windowsize screensize',
    to('viewport', 'send "viewport": {"width": 1280, "height": 800}'),
  ),
  ...all('zoomfactor', to('scale')),
  ...all('userstylesheet', to('css', 'send the rules themselves as "css"')),
  ...all(
    'customheader',
    to('fetch_headers', 'send "fetch_headers": {"X-Token": "…"} with the "url" of a page'),
  ),
  ...all('encoding charset', { say: 'leave it out: all text is UTF-8' }),
  ...all('enablelocalfileaccess disablelocalfileaccess allow', {
    say: 'leave it out: no file of yours is here; send images as data: addresses, or store them with PUT /v1/assets/{name}',
  }),
  ...all('disablesmartshrinking enablesmartshrinking', to('scale', 'leave it out, or send "scale": 0.8')),
  ...all('disablelinks noexternallinks', {
    say: 'leave it out: what is a link in the HTML is one in the PDF',
  }),
  ...all(
    'failonhttpstatuscodes failonresourcehttpstatuscodes ignoreresourceerrors loaderrorhandling loghttpstatus',
    to('strict', STRICT),
  ),
  ...all(
    'removeblank removeblankpages',
    to('page_ranges', 'send the pages that are wanted as "page_ranges": "1-3"'),
  ),
  ...all('colormode colorspace cmyk', {
    say: 'leave it out: colours are RGB, as the CSS has them; "pdf_format" adds their profile',
  }),
  ...all('flatten flattenforms unflatten', { say: FINISH }),
  ...all('splitmode splitspan splitunify split', { say: `${FINISH}: "split": {"every": 1}` }),
  ...all('sign signature certificate', { say: 'leave it out: files are not signed here' }),
  ...all('bleed cropmarks trimmarks marks', { say: BLEED }),
  ...all('duplex copies tray collate', { say: PRINTER }),
  ...all('columns columncount', { say: `${MARKUP}: CSS has "columns: 2"` }),
  ...all('nup pagespersheet', { say: `${PRINTER}, or of the reader` }),
  ...all('linearize fastwebview', { say: 'leave it out: files are small enough to be sent whole' }),
  ...all('compression compressionlevel optimizeforsize', to('compress', 'send "compress": true')),
  ...all('pagecount maxpages', to('page_ranges', 'send "page_ranges": "1-3"')),
  ...all('zugferd facturx einvoice', to('factur_x', E_INVOICE)),
  ...all(
    'xrechnung',
    to('factur_x', 'send "factur_x": {"profile": "XRECHNUNG"}, and "invoice" for its data'),
  ),
  ...all('creator producer creationdate moddate', {
    say: 'leave it out: of the file, "title", "author", "subject" and "keywords" are yours to say',
  }),
  ...all('helpers engine recipe reports phantom chrome shortid', { say: TEMPLATE }),
  ...all('doc', to('html', 'send what is in it as the body itself, with "html" or "url"')),
  ...all('type', to('output', 'leave it out for a PDF, or send "output": "png" for pictures')),
  ...all('pipeline processorversion apiversion', { say: 'leave it out: there is one, of today' }),
  ...all('hosted store persist', to('return_type', 'send "return_type": "url" for an address of the file')),
  ...all('tag tags reference referenceid', to('metadata', 'send "metadata": {"tag": "…"}')),
  ...all('ishipaa', { say: 'leave it out' }),
  ...all('headerheight footerheight headerspacing footerspacing headermargin footermargin', ROOM),
  ...all('fittopage fit shrinktofit autoscale', FITS),
  ...all('sleep wait renderdelay pausems waittime waitms networkidle', WAIT),
  ...all('blockads nocookiebanners cookiebanners blockbanners blockpopups removeelements', HIDE),
  ...all('darkmode colorscheme preferscolorscheme', {
    say: 'leave it out: paper is light, and pages are asked for their light form',
  }),
  ...all('proxy geolocation country ipcountry', { say: SERVICE }),
  ...all('timezone timezoneid', {
    say: 'leave it out: templates take "time_zone" in data, and scripts name their own',
  }),
  ...all('httpmethod postdata formdata', { say: 'leave it out: pages are fetched by GET' }),
  ...all('cssurl customcss inlinecss extracss additionalcss stylesheets stylesheeturl', RULES),
  ...all('pdftitle documenttitle', to('title')),
  ...all('pdfauthor', to('author')),
  ...all('accessible accessibility accessiblepdf a11y ua', to('pdf_ua', 'send "pdf_ua": true')),
  ...all(
    'pdfalevel pdfaversion archive archival conformancelevel conformance',
    to('pdf_format', 'send "pdf_format": "PDF/A-2b"'),
  ),
  ...all('watermarktext stamp stamptext', to('watermark')),
  ...all('backgroundimage backgroundpdf letterheadimage', {
    say: `${MARKUP}: "@page { background: url(asset:paper.svg) }" stands behind each page`,
  }),
  ...all('embeddedfiles fileattachments embeds', to('embed_files')),
  ...all('idempotencykey requestid', { say: 'send it as the header Idempotency-Key' }),
  ...all('files indexhtml filename file body text input', to('html')),
}
