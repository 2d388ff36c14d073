import { describe, expect, it } from 'vitest'
import { finishWith } from '../../support/finishing'
import { wordsIn } from '../../support/pdf-words'
import { handmadePdf, linksPdf } from '../../support/pdfs'

const script = '<</S/JavaScript/JS(app.alert\\(1\\))>>'
/** Nothing but an address: a link may lead there, but nothing may go there by itself. */
const opened = '<</S/URI/URI(https://alert.example)>>'
const rectangle = '/Rect[0 0 9 9]'
const link = `/Type/Annot/Subtype/Link${rectangle}`

/** A place where an action may stand: entries of the catalog, of the page or of an annotation, and further objects. */
type Place = {
  catalog?: string
  page?: string
  annotation?: string
  objects?: (string | { dictionary: string; data: Uint8Array })[]
}

const places: Record<string, Place> = {
  'the opening of the document': { catalog: `/OpenAction ${script}` },
  'the triggers of the document': { catalog: `/AA<</WC ${script}/WS ${script}>>` },
  'the tree of scripts': { catalog: `/Names<</JavaScript<</Names[(a)${script}]>>>>` },
  'a tree of scripts below kids': { catalog: `/Names<</JavaScript<</Kids[<</Names[(a)${script}]>>]>>>>` },
  'another name tree': { catalog: `/Names<</AlternatePresentations<</Names[(a)${script}]>>>>` },
  'the form of Adobe LiveCycle': { catalog: '/AcroForm<</Fields[]/XFA(<script>app.alert\\(1\\)</script>)>>' },
  'the order of calculation': { catalog: `/AcroForm<</Fields[]/CO[${script}]>>` },
  'a collection': { catalog: `/Collection<</Schema ${script}>>` },
  'the requirements': { catalog: `/Requirements[<</S/EnableJavaScripts/RH ${script}>>]` },
  'an outline item': {
    catalog: '/Outlines 6 0 R',
    objects: ['<</First 7 0 R/Last 7 0 R>>', `<</Title(a)/Parent 6 0 R/A ${script}>>`],
  },
  'an outline item of its second level': {
    catalog: '/Outlines 6 0 R',
    objects: [
      '<</First 7 0 R/Last 7 0 R>>',
      '<</Title(a)/Parent 6 0 R/First 8 0 R/Last 8 0 R>>',
      `<</Title(b)/Parent 7 0 R/A ${script}>>`,
    ],
  },
  'the triggers of the page': { page: `/AA<</O ${script}/C ${script}>>` },
  'a step of a presentation': { page: `/PresSteps<</NA ${script}>>` },
  'the way back of a presentation': { page: `/PresSteps<</PA ${script}>>` },
  'the next step of a presentation': { page: `/PresSteps<</Next<</NA ${script}>>>>` },
  'a step by itself': { page: '/Anything 6 0 R', objects: [`<</NA ${script}>>`] },
  'what a web capture left': { page: `/PA ${script}` },
  'page pieces': { page: `/Private<</Data<</Handler ${script}>>>>` },
  'an unknown entry of the page': { page: `/Unknown ${script}` },
  'an array in the page': { page: `/Unknown[1[2 ${script}]]` },
  'a transition': { page: `/Trans<</S/Dissolve/Handler ${script}>>` },
  'a viewport': { page: `/VP[<</Type/Viewport/BBox[0 0 9 9]/Measure ${script}>>]` },
  'an article thread': { catalog: `/Threads[<</F<</T null>>/I<</Run ${script}>>>>]` },
  'a link': { annotation: `${link}/A ${script}` },
  'a link by reference': { annotation: `${link}/A 6 0 R`, objects: [script] },
  'a link whose type is a reference': {
    annotation: `${link}/A<</S 6 0 R/JS(app.alert\\(1\\))>>`,
    objects: ['/JavaScript'],
  },
  'a link whose type is spelled in hexadecimal': {
    annotation: `${link}/A<</S/Java#53cript/JS(app.alert\\(1\\))>>`,
  },
  'a link with an array of actions': { annotation: `${link}/A[${script}${script}]` },
  'a link with a stream of script': {
    annotation: `${link}/A<</S/JavaScript/JS 6 0 R>>`,
    objects: ['(app.alert\\(1\\))'],
  },
  'the chain behind a harmless link': {
    annotation: `${link}/A<</S/URI/URI(https://a.example)/Next ${script}>>`,
  },
  'the chain in an array': { annotation: `${link}/A<</S/GoTo/D[3 0 R/Fit]/Next[${script}${script}]>>` },
  'the end of a long chain': {
    annotation: `${link}/A<</S/GoTo/D[3 0 R/Fit]/Next<</S/GoTo/D[3 0 R/Fit]/Next ${script}>>>>`,
  },
  'a rendition': { annotation: `${link}/A<</S/Rendition/OP 0/JS(app.alert\\(1\\))>>` },
  'a screen': { annotation: `/Type/Annot/Subtype/Screen${rectangle}/A ${script}` },
  'the previous address of a link': { annotation: `${link}/PA ${script}` },
  'the triggers of a link': { annotation: `${link}/AA<</E ${script}/X ${script}/D ${script}>>` },
  'the triggers of a field': {
    annotation: `/Type/Annot/Subtype/Widget/FT/Tx/T(a)${rectangle}/AA<</K ${script}/F ${script}/V ${script}>>`,
  },
  'a button': { annotation: `/Type/Annot/Subtype/Widget/FT/Btn/T(a)${rectangle}/A ${script}` },
  'the look of an annotation': { annotation: `/Type/Annot/Subtype/Square${rectangle}/MK<</IX ${script}>>` },
  'an annotation of three dimensions': {
    annotation: `/Type/Annot/Subtype/3D${rectangle}/3DD 6 0 R`,
    objects: [`<</OnInstantiate ${script}>>`],
  },
  'an array shared with another entry': {
    page: '/Aaa 6 0 R',
    annotation: `${link}/A ${script}`,
    objects: ['[5 0 R]'],
  },
  'the original of an annotation': { annotation: `/Type/Annot/Subtype/Text${rectangle}/IRT<</A ${script}>>` },
  'a launch': { annotation: `${link}/A<</S/Launch/Win<</F(alert.exe)>>>>` },
  'triggers that call themselves a picture': {
    annotation: `${link}/AA<</Subtype/Image/PO ${opened}/E ${opened}>>`,
  },
  'triggers that are the stream of a picture': {
    annotation: `${link}/AA 6 0 R`,
    objects: [{ dictionary: `/Subtype/Form/PO ${opened}`, data: new Uint8Array() }],
  },
  'triggers of an invented type': { annotation: `${link}/AA<</Subtype/X/PO ${opened}>>` },
  'a step that calls itself a picture': { page: `/PresSteps<</Subtype/Image/Dur 1/NA ${opened}>>` },
  'a file that calls itself a picture': {
    page: '/Unknown<</Type/Filespec/EF<</Subtype/Image/F 6 0 R>>>>',
    objects: [{ dictionary: '/Type/EmbeddedFile/Params<</CheckSum(alert)>>', data: new Uint8Array() }],
  },
  'the rich text of an annotation': {
    annotation: `/Type/Annot/Subtype/Text${rectangle}/Contents(a)/RC(<a href="javascript:alert\\(1\\)">a</a>)`,
  },
  'the rich text of a field': {
    annotation: `/Type/Annot/Subtype/Widget/FT/Tx/T(a)${rectangle}/V(a)/RV(<a href="&#106;avascript:alert">a</a>)`,
  },
  'a program in PostScript': {
    page: '/Resources<</XObject<</P 6 0 R>>>>',
    objects: [{ dictionary: '/Subtype/PS/Title(alert)', data: new Uint8Array() }],
  },
  'an unknown type of action': { annotation: `${link}/A<</S/Foo/JS(app.alert\\(1\\))>>` },
}

function withPlace({ catalog = '', page = '', annotation = `${link}`, objects = [] }: Place): Uint8Array {
  return handmadePdf([
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 4 0 R/Annots[5 0 R]${page}>>`,
    { dictionary: '', data: new TextEncoder().encode('0 0 9 9 re f') },
    `<<${annotation}>>`,
    ...objects,
  ])
}

describe('nothing acts in a merged file', () => {
  it.each(Object.entries(places))('from %s', async (_, place) => {
    const bytes = withPlace(place)
    expect(Buffer.from(bytes).toString('latin1')).toMatch(/alert/)
    const attachments = [{ name: 'a.pdf', pointer: '/options/attachments/0', bytes }]
    const { bytes: merged } = await finishWith(linksPdf(), { attachments })
    const left = await wordsIn(merged)
    expect(left).not.toMatch(/alert|JavaScript|^\/(JS|AA|XFA|PresSteps|NA|OpenAction|Launch|Rendition)$/m)
    expect(left).toContain('/Page')
  })

  it('while links, transitions and fonts of any name stay', async () => {
    const bytes = withPlace({
      page: '/Trans<</S/Dissolve>>/Resources<</Font<</AA 6 0 R/JS 6 0 R>>>>',
      annotation: `${link}/A<</S/URI/URI(https://kept.example)>>`,
      objects: ['<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'],
    })
    const attachments = [{ name: 'a.pdf', pointer: '', bytes }]
    const left = await wordsIn((await finishWith(linksPdf(), { attachments })).bytes)
    for (const kept of ['kept.example', '/Dissolve', '/AA', '/JS', '/Helvetica']) expect(left).toContain(kept)
  })
})
