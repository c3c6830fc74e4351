import { readFile } from 'node:fs/promises'
import type { Words } from '@brigade/contract/locale.ts'
// oxlint-disable-next-line import/no-named-as-default -- its types know the default export alone
import PDFDocument from 'pdfkit'

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

// Simplified Chinese and Latin in one design, OFL; only the glyphs a report uses are put into it.
const fontFile = (weight: 'Regular' | 'Bold') =>
  new URL(`../fonts/NotoSansHans-${weight}.otf`, import.meta.resolve('@embedpdf/fonts-sc'))
let fonts: Promise<readonly [Buffer, Buffer]> | undefined
const loadFonts = (): Promise<readonly [Buffer, Buffer]> => {
  fonts ??= Promise.all([readFile(fontFile('Regular')), readFile(fontFile('Bold'))])
  return fonts
}

export async function newSheet(title: string, at: Date): Promise<Sheet> {
  const [regular, bold] = await loadFonts()
  const sheet = new PDFDocument({
    size: 'A4',
    margins: { top: 0, bottom: 0, left: 0, right: 0 },
    bufferPages: true,
    autoFirstPage: true,
    info: { Title: title, Creator: 'Brigade', Producer: 'Brigade', CreationDate: at },
  })
  sheet.registerFont('regular', regular)
  sheet.registerFont('bold', bold)
  return sheet.font('regular').fillColor(ink.text)
}

type TextStyle = Readonly<{
  size?: number
  bold?: boolean
  colour?: string
  width?: number
  align?: 'left' | 'right' | 'center'
}>

/** Writes one line, cut at the end of its width. */
export function write(sheet: Sheet, text: string, x: number, y: number, style: TextStyle = {}): void {
  const { size = 8.5, bold = false, colour = ink.text, width = page.right - x, align = 'left' } = style
  sheet
    .font(bold ? 'bold' : 'regular')
    .fontSize(size)
    .fillColor(colour)
  sheet.text(cut(sheet, text, width), x, y, { width: width + 1, align, lineBreak: false })
}

function cut(sheet: Sheet, text: string, width: number): string {
  if (sheet.widthOfString(text) <= width) return text
  const characters = [...text]
  while (characters.length > 1 && sheet.widthOfString(`${characters.join('')}…`) > width) characters.pop()
  return `${characters.join('')}…`
}

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
