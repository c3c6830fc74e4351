/** The XML was not written by a spreadsheet program. */
export class XmlBroken extends Error {
  override name = 'XmlBroken'
}

/** Tags by their local name, without prefix. `attributes` is the raw text after the name, for `attribute`. */
export type XmlHandler = Readonly<{
  open: (tag: string, attributes: string) => void
  close: (tag: string) => void
  /** Raw text, possibly in pieces; `xmlText` decodes it. */
  text: (raw: string) => void
}>

export type XmlScanner = Readonly<{ push: (piece: Buffer) => void; end: () => void }>

/** No tag of a spreadsheet is longer, and an unfinished tag must not be buffered without limit. */
const longestTag = 65_536

/**
 * A streaming XML reader without a tree. It skips declarations, comments and processing instructions; entities defined
 * in the document are not supported.
 */
export function xmlScanner(handler: XmlHandler): XmlScanner {
  const decoder = new TextDecoder('utf-8')
  let rest = ''
  /** The end marker of the part that is being skipped; empty when nothing is skipped. */
  let until = ''

  function scan(text: string): string {
    let at = 0
    for (;;) {
      if (until !== '') {
        const end = text.indexOf(until, at)
        if (end < 0) return text.slice(Math.max(at, text.length - until.length + 1))
        if (until === ']]>') handler.text(escaped(text.slice(at, end)))
        at = end + until.length
        until = ''
      }
      const tag = text.indexOf('<', at)
      if (tag < 0) {
        if (at < text.length) handler.text(text.slice(at))
        return ''
      }
      if (tag > at) handler.text(text.slice(at, tag))
      const kind = text[tag + 1]
      if (kind === '!' || kind === '?' || kind === undefined) {
        const begun = text.slice(tag, tag + 9)
        // Up to nine characters are needed to recognise the kind.
        if (kind !== '?' && begun.length < 9) return text.slice(tag)
        until = kind === '?' ? '?>' : begun.startsWith('<!--') ? '-->' : begun === '<![CDATA[' ? ']]>' : '>'
        at = tag + (until === ']]>' ? 9 : until === '-->' ? 4 : 2)
        // A whole CDATA section at a time: its text is not read in pieces.
        if (until === ']]>' && text.indexOf(until, at) < 0) {
          until = ''
          return kept(text.slice(tag))
        }
        continue
      }
      const end = tagEnd(text, tag)
      if (end < 0) return kept(text.slice(tag))
      if (kind === '/') handler.close(localName(text.slice(tag + 2, end).trim()))
      else openTag(text, tag, end)
      at = end + 1
    }
  }

  function kept(text: string): string {
    if (text.length > longestTag) throw new XmlBroken('a tag without end')
    return text
  }

  function openTag(text: string, tag: number, end: number) {
    const isEmpty = text[end - 1] === '/'
    const inside = text.slice(tag + 1, isEmpty ? end - 1 : end)
    const space = inside.search(/\s/)
    const name = localName(space < 0 ? inside : inside.slice(0, space))
    handler.open(name, space < 0 ? '' : inside.slice(space))
    if (isEmpty) handler.close(name)
  }

  return {
    push: (piece) => {
      rest = scan(rest + decoder.decode(piece, { stream: true }))
    },
    end: () => {
      rest = scan(rest + decoder.decode())
      if (rest !== '' && until === '') throw new XmlBroken('it ends in the middle')
    },
  }
}

/** The `>` that ends a tag: not one inside quotes. */
function tagEnd(text: string, from: number): number {
  const end = text.indexOf('>', from)
  if (end < 0) return -1
  let quote = ''
  for (let at = from; at < text.length; at += 1) {
    const character = text[at]
    if (quote !== '') {
      if (character === quote) quote = ''
    } else if (character === '"' || character === "'") quote = character
    else if (character === '>') return at
  }
  return -1
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

const patterns = new Map<string, RegExp>()

/** The value of one attribute, by its name with or without prefix; undefined if it is absent. */
export function attribute(attributes: string, name: string): string | undefined {
  if (attributes === '') return undefined
  let pattern = patterns.get(name)
  if (pattern === undefined) {
    pattern = new RegExp(`\\s(?:[\\w.-]+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
    patterns.set(name, pattern)
  }
  const found = pattern.exec(attributes)
  const raw = found?.[1] ?? found?.[2]
  return raw === undefined ? undefined : xmlText(raw)
}

const named: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])
const escaped = (text: string) => text.replaceAll('&', '&amp;')

/** Decodes the entities of raw text. */
export function xmlText(raw: string): string {
  if (!raw.includes('&')) return raw
  return raw.replace(/&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]{2,4}));/gi, (whole, hex, decimal, name) => {
    if (typeof name === 'string') return named.get(name) ?? whole
    const code = typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}
