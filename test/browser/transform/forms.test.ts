/** HTML form controls as fields of the PDF, read by another reader of forms. */
import { PDFDocument, PDFDropdown, PDFName, type PDFPage } from 'pdf-lib'
import { beforeAll, describe, expect, it } from 'vitest'
import { textOf } from '../../../src/pdf/decode-text'
import { applySchema } from '../../support/schema'
import { render } from '../../support/service'

beforeAll(() => applySchema())

const html = `<!doctype html><html lang="en"><title>F</title><style>input{width:200px;box-sizing:border-box}[type=checkbox],[type=radio]{width:auto}</style>
<p><label>First <input name="person.first" value="Zoë" required></label> <input name="person.last" value="O’Brien" readonly title="Last">
<p><label>Born <input type="date" name="born" value="1990-04-03"></label> <input type="password" name="pin" value="1234" aria-label="PIN">
<p><select name="country" aria-label="Country"><option value="at">Austria<option value="de" selected>Germany</select> <input type="color" name="shade">
<p><label><input type="checkbox" name="news" checked>News</label> <fieldset><legend>How to pay</legend><label><input type="radio" name="pay" value="card">Card</label><label><input type="radio" name="pay" value="sepa" checked>Debit</label></fieldset>
<p style="break-before:page">Remarks<textarea name="remarks" maxlength="500" tabindex="2">Two
lines</textarea><input name="remarks" tabindex="1">`

const widgetsOf = (page: PDFPage | undefined) => page?.node.Annots()?.size() ?? 0

describe('forms', () => {
  it('become fields with names, values, labels and rules, where the controls stand', async () => {
    const { bytes, headers } = await render(html, { options: { forms: true, pdf_ua: true } })
    const document = await PDFDocument.load(bytes)
    const form = document.getForm()
    expect(form.getFields().map((field) => field.getName())).toEqual([
      ...['person.first', 'person.last', 'born', 'pin', 'country', 'news', 'pay', 'remarks', 'remarks-2'],
    ])
    const first = form.getTextField('person.first')
    expect([first.getText(), first.isRequired(), first.isReadOnly()]).toEqual(['Zoë', true, false])
    expect(form.getTextField('person.last').isReadOnly()).toBe(true)
    expect(textOf(first.acroField.dict.get(PDFName.of('TU')))).toBe('First')
    expect(form.getTextField('born').getText()).toBe('1990-04-03')
    expect(form.getTextField('pin').getText() ?? '').toBe('')
    const country = form.getField('country')
    expect(country instanceof PDFDropdown && country.getSelected()).toEqual(['de'])
    expect(form.getCheckBox('news').isChecked()).toBe(true)
    const pay = form.getRadioGroup('pay')
    const tooltips = [pay.acroField, ...pay.acroField.getWidgets()].map(({ dict }) =>
      textOf(dict.get(PDFName.of('TU'))),
    )
    expect([pay.getSelected(), ...tooltips]).toEqual(['sepa', 'How to pay', 'Card', 'Debit'])
    // The second comes first by the tabulator key.
    expect(form.getTextField('remarks-2').getMaxLength()).toBe(500)
    expect(document.getPages().map(widgetsOf)).toEqual([8, 2])
    const { width } = first.acroField.getWidgets()[0]?.getRectangle() ?? { width: 0 }
    expect(width).toBeCloseTo(150, 0)
    expect(decodeURIComponent(headers.get('x-warnings') ?? '')).toContain('no fields of type color')
  })

  it('stay drawings where that is not asked for, and say so where there are none', async () => {
    const { bytes, pages } = await render(html)
    expect((await PDFDocument.load(bytes)).getForm().getFields()).toEqual([])
    expect(pages[0]?.text).toContain('Germany')
    const { headers } = await render('<p>x</p>', { options: { forms: true } })
    expect(decodeURIComponent(headers.get('x-warnings') ?? '')).toContain('has no form fields')
  })
})
