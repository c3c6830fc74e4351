import { inflateSync } from 'node:zlib'

/**
 * The words of a PDF as a reader program would copy them, page by page. Supports only the features of our own reports.
 */
export function readPdf(bytes: Buffer): string[] {
  const objects = objectsOf(bytes)
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head))
  return pages.map(({ head }) => {
    const resources = objects.get(referenceOf(head, 'Resources') ?? -1)?.head ?? ''
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => {
        const font = objects.get(Number(id))?.head ?? ''
        return [name, glyphsOf(objects.get(referenceOf(font, 'ToUnicode') ?? -1)?.body ?? '')] as const
      }),
    )
    return wordsOf(objects.get(referenceOf(head, 'Contents') ?? -1)?.body ?? '', fonts)
  })
}

type PdfObject = { head: string; body: string }

function objectsOf(bytes: Buffer): Map<number, PdfObject> {
  const text = bytes.toString('latin1')
  const objects = new Map<number, PdfObject>()
  for (const { 1: id = '', index } of text.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)) {
    const end = text.indexOf('\nendobj', index)
    const whole = text.slice(index, end)
    const start = whole.indexOf('stream\n')
    const head = start < 0 ? whole : whole.slice(0, start)
    const packed = start < 0 ? '' : whole.slice(start + 7, whole.lastIndexOf('\nendstream'))
    const isPacked = head.includes('/FlateDecode') && !head.includes('/FontFile')
    objects.set(Number(id), { head, body: isPacked && packed !== '' ? unpacked(packed) : packed })
  }
  return objects
}

function unpacked(packed: string): string {
  try {
    return inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')
  } catch {
    // Binary data that happened to contain the word endobj.
    return ''
  }
}

const referenceOf = (head: string, key: string): number | undefined => {
  const found = new RegExp(`/${key} (\\d+) 0 R`).exec(head)?.[1]
  return found === undefined ? undefined : Number(found)
}

const textOf = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le')

/** The text of each glyph of a subset. */
function glyphsOf(map: string): ReadonlyMap<string, string> {
  const glyphs = new Map<string, string>()
  for (const [, first = '', , list = ''] of map.matchAll(/<(\w{4})> <(\w{4})> \[([^\]]*)\]/g)) {
    // A ligature represents several letters.
    for (const [index, [, hex = '']] of [...list.matchAll(/<([\w ]*)>/g)].entries())
      glyphs.set((Number.parseInt(first, 16) + index).toString(16).padStart(4, '0'), textOf(hex.replaceAll(' ', '')))
  }
  return glyphs
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
/** A text string of the document: UTF-16 after its mark. */
function actualText(written: string): string {
  const bytes = written.replaceAll(/\\(.)/gs, (_, one: string) => escapes[one] ?? one).slice(2)
  return Buffer.from(bytes, 'latin1').swap16().toString('utf16le')
}

const steps =
  /\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ|\/Span <<\s*\/ActualText \(((?:[^\\)]|\\.)*)\)\s*>> BDC|(\/Span BMC)|(\bEMC\b)|(\bBT\b)/gs

function wordsOf(content: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): string {
  let font: ReadonlyMap<string, string> | undefined
  // The runs of one span are one line. A mark's replacement text is copied instead of its glyph.
  const open: ('line' | 'actual')[] = []
  const pieces: string[] = []
  for (const [, name, shown, actual, span, end, begin] of content.matchAll(steps)) {
    if (name !== undefined) font = fonts.get(name)
    else if (span !== undefined || (actual !== undefined && open.length === 0)) pieces.push('\n')
    if (span !== undefined) open.push('line')
    if (actual !== undefined) {
      open.push('actual')
      pieces.push(actualText(actual))
    }
    if (end !== undefined) open.pop()
    if (begin !== undefined && open.length === 0) pieces.push('\n')
    if (shown !== undefined && !open.includes('actual')) {
      const hex = [...shown.matchAll(/<(\w+)>/g)].map(([, one = '']) => one).join('')
      pieces.push((hex.match(/.{4}/g) ?? []).map((glyph) => font?.get(glyph.toLowerCase()) ?? '').join(''))
    }
  }
  return pieces.join('')
}
