import type { Words } from '@brigade/contract/locale.ts'
// oxlint-disable-next-line import/no-named-as-default -- its types know the default export alone
import PDFDocument from 'pdfkit'
import { charactersOf, loadFaces, runsOf, type Face, type Faces, type Run } from './report-faces.ts'

export type Sheet = PDFKit.PDFDocument

/** A4 in points, with the edges of the content. */
export const page = { width: 595.28, height: 841.89, left: 40, right: 555.28, top: 40, bottom: 796 } as const
export const wide = page.right - page.left

/** Ink colours for paper, distinguishable in grey too: no fact is shown by colour alone. */
export const ink = {
  text: '#16201f',
  quiet: '#5a6664',
  line: '#c9d0ce',
  faint: '#eef1f0',
  curve: '#0f5f8c',
  bad: '#b3261e',
  badSoft: '#f6d5d2',
  excused: '#f3e3bd',
  defrost: '#4a7fb0',
  door: '#a36a00',
  gap: '#9aa5a2',
} as const

/** A sheet's pages need its fonts, and note the characters of each page that no font has. */
type Setting = Readonly<{ faces: Faces; missing: Map<object, Set<string>> }>
const settings = new WeakMap<Sheet, Setting>()
function settingOf(sheet: Sheet): Setting {
  const setting = settings.get(sheet)
  if (setting === undefined) throw new Error('a sheet begins with newSheet')
  return setting
}

export async function newSheet(title: string, at: Date): Promise<Sheet> {
  const faces = await loadFaces()
  const sheet = new PDFDocument({
    size: 'A4',
    margins: { top: 0, bottom: 0, left: 0, right: 0 },
    bufferPages: true,
    autoFirstPage: true,
    info: { Title: title, Creator: 'Brigade', Producer: 'Brigade', CreationDate: at },
  })
  for (const { name, bytes } of [...faces.regular, ...faces.bold]) sheet.registerFont(name, bytes)
  settings.set(sheet, { faces, missing: new Map() })
  return sheet.fillColor(ink.text)
}

type TextStyle = Readonly<{
  size?: number
  bold?: boolean
  colour?: string
  width?: number
  align?: 'left' | 'right' | 'center'
}>

/** No line of a page has this many characters. */
const maxCharacters = 500

/** Writes one line, cut at the end of its width, each character in the first face that has it. */
export function write(sheet: Sheet, text: string, x: number, y: number, style: TextStyle = {}): void {
  const { size = 8.5, bold = false, colour = ink.text, width = page.right - x, align = 'left' } = style
  const { faces, missing } = settingOf(sheet)
  const runs = fit(sheet, charactersOf(text, maxCharacters), { faces: faces[bold ? 'bold' : 'regular'], size, width })
  const whole = widthOf(sheet, runs, size)
  const begin = align === 'left' ? x : align === 'right' ? x + width - whole : x + (width - whole) / 2
  sheet.fillColor(colour)
  const draw = () => {
    let at = begin
    for (const run of runs) {
      const wide = widthOf(sheet, [run], size)
      // All fonts share the base line of the first.
      sheet.text(run.text, at, y + faces.ascent * size, { lineBreak: false, baseline: 'alphabetic' })
      at += wide
    }
  }
  const lacking = runs.flatMap((run) => run.missing ?? [])
  for (const one of lacking) missing.set(sheet.page, (missing.get(sheet.page) ?? new Set()).add(one))
  if (lacking.length > 0) copiedAs(sheet, runs.map((run) => run.missing ?? run.text).join(''), draw)
  else if (runs.length > 1) {
    // The runs of one line are one span.
    sheet.markContent('Span')
    draw()
    sheet.endMarkedContent()
  } else draw()
}

/**
 * Draws a text that is copied as another one. The mark ends with the coordinates of its glyphs on the page, because
 * poppler looks for them there.
 */
function copiedAs(sheet: Sheet, text: string, draw: () => void): void {
  const turn = () => sheet.save().transform(1, 0, 0, -1, 0, page.height)
  turn().markContent('Span', { actual: text })
  turn()
  draw()
  sheet.restore().endMarkedContent().restore()
}

const widthOf = (sheet: Sheet, runs: readonly Run[], size: number): number =>
  runs.reduce((sum, { face, text }) => sum + sheet.font(face.name).fontSize(size).widthOfString(text), 0)

type Room = Readonly<{ faces: readonly Face[]; size: number; width: number }>

/** The characters in runs, or as many as fit before an ellipsis. */
function fit(sheet: Sheet, characters: readonly string[], { faces, size, width }: Room): readonly Run[] {
  const whole = runsOf(characters, faces)
  if (widthOf(sheet, whole, size) <= width) return whole
  const cutAt = (count: number) => runsOf([...characters.slice(0, count), '…'], faces)
  let [fits, tooMany] = [1, characters.length]
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2)
    if (widthOf(sheet, cutAt(middle), size) <= width) fits = middle
    else tooMany = middle
  }
  return cutAt(fits)
}

/** The characters of the present page that no font has, in order of appearance. */
export const missingOn = (sheet: Sheet): readonly string[] => [...(settingOf(sheet).missing.get(sheet.page) ?? [])]

/** Both languages on one line: `Mean 平均值`. */
export const both = (words: Words): string => `${words.en} ${words.zh}`

export function rule(sheet: Sheet, y: number, colour: string = ink.line): void {
  sheet.moveTo(page.left, y).lineTo(page.right, y).lineWidth(0.5).strokeColor(colour).stroke()
}

export function heading(sheet: Sheet, words: Words, y: number): number {
  write(sheet, both(words), page.left, y, { size: 10.5, bold: true })
  rule(sheet, y + 16)
  return y + 22
}

/** Ends the document. Its pages were buffered until now, because each shows the page count. */
export async function bytesOf(sheet: Sheet): Promise<Buffer> {
  sheet.end()
  const chunks: Buffer[] = []
  for await (const chunk of sheet) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
