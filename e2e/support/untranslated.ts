import type { Page } from 'playwright-core'

/**
 * Finds defects of a Chinese screen: words left in English, and text that is cut off or breaks the layout.
 */

/** Names that are in Latin letters in Chinese too. */
const names = new Set(
  (
    'Brigade Alink Modbus Alibaba Excel Wi Fi WiFi English Celsius Fahrenheit Ctrl Esc Enter Tab Shift Alt Backspace Home End Page Up Down ' +
    'Deutsch Italiano Français Español Webhook xlsx json png jpeg min'
  )
    .toLowerCase()
    .split(' '),
)

/** Runs in the page: the visible texts, except code, identifiers and elements marked as data. */
const visibleTexts = `(() => {
  const skipped = 'code, pre, kbd, samp, .mono, [lang]:not(html), [data-anchor] input, textarea, script, style, title'
  const seen = new Set()
  const isShown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const at = node.parentElement
    if (at !== null && at.closest(skipped) === null && isShown(at)) seen.add(node.textContent.trim())
  }
  for (const element of document.querySelectorAll('[placeholder], [aria-label], [title], [alt]')) {
    if (element.closest(skipped) !== null || !isShown(element)) continue
    for (const name of ['placeholder', 'aria-label', 'title', 'alt']) seen.add((element.getAttribute(name) ?? '').trim())
  }
  return [...seen].filter((text) => text !== '')
})()`

/** Runs in the page: returns elements that are wider than their place, without a title that has the whole text. */
const cutTexts = `(() => {
  const found = []
  const root = document.scrollingElement
  if (root.scrollWidth > root.clientWidth + 1) found.push('the page is ' + (root.scrollWidth - root.clientWidth) + ' px too wide')
  // Between a phone and a desk a list may scroll sideways, its actions in sight. On a desk, and in the two lines of a row on a phone, nothing
  // of it is out of sight.
  for (const table of innerWidth >= 600 && innerWidth < 1440 ? [] : document.querySelectorAll('main table')) {
    const place = table.parentElement
    const isList = /auto|scroll/.test(getComputedStyle(place).overflowX) && place.checkVisibility()
    if (isList && place.scrollWidth > place.clientWidth + 1) found.push('a table is ' + (place.scrollWidth - place.clientWidth) + ' px too wide: ' + (place.getAttribute('aria-label') ?? ''))
  }
  for (const element of document.body.querySelectorAll('*')) {
    if (element.scrollWidth <= element.clientWidth + 1 || element.clientWidth === 0) continue
    const style = getComputedStyle(element)
    if (style.overflowX !== 'hidden' && style.overflowX !== 'clip') continue
    if (element.closest('[title], svg, canvas, .sr-only, [aria-hidden=true]') !== null || element.querySelector('[title]') !== null) continue
    // A sheet of paper that is drawn smaller takes its whole width to the layout.
    if (element.firstElementChild !== null && getComputedStyle(element.firstElementChild).transform !== 'none') continue
    // Hidden from the eye on purpose.
    if (element.clientWidth <= 1 || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    const text = element.innerText.trim()
    // The text of a cell may be cut, with the whole on hover; a time may not.
    const isCell = (element.tagName === 'TD' || (innerWidth < 600 && element.closest('td') !== null) || element.closest('[role=gridcell]') !== null) && style.textOverflow === 'ellipsis' && !/^[0-9]{4}-[0-9]{2}-[0-9]{2}/.test(text)
    if (text !== '' && !isCell) found.push('cut: ' + text.slice(0, 60))
  }
  return found
})()`

/** Runs in the page: cells of tables that are cut while other columns of their table have room for them. */
const cutBesideRoom = `(() => {
  const found = []
  const range = document.createRange()
  const overOf = (cell) => {
    const inner = cell.querySelector('[data-cut]') ?? cell
    const style = getComputedStyle(cell)
    range.selectNodeContents(inner)
    if (inner !== cell) return Math.max(0, inner.clientWidth - range.getBoundingClientRect().width)
    return cell.clientWidth - range.getBoundingClientRect().width - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
  }
  const isCut = (cell) => [cell, ...cell.querySelectorAll('[data-cut]')].some((one) => one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1)
  for (const table of document.querySelectorAll('main table:has(> colgroup)')) {
    const heads = [...(table.tHead?.rows[0]?.cells ?? [])]
    const rows = [...(table.tBodies[0]?.rows ?? [])].filter((row) => row.cells.length === heads.length && row.checkVisibility())
    const isFixed = (head) => head.tagName !== 'TH' || head.matches('[data-fixed]')
    const columns = heads.flatMap((head, index) => (isFixed(head) ? [] : [[head, ...rows.map((row) => row.cells[index])]]))
    const cut = columns.flatMap((cells) => cells.filter(isCut))
    // What each column could give: what none of its cells uses.
    const room = columns.reduce((sum, cells) => sum + Math.max(0, Math.min(...cells.map(overOf)) - 2), 0)
    if (cut.length > 0 && room > 8) found.push(cut[0].innerText.trim().slice(0, 60) + ' (' + Math.round(room) + ' px are free)')
  }
  return found
})()`

const strings = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** English words on a Chinese screen, each with the text around it. */
export async function latinWordsOn(page: Page, data: readonly string[]): Promise<string[]> {
  const texts = strings(await page.evaluate(visibleTexts))
  return texts.flatMap((text) => {
    const rest = data.reduce((left, name) => left.replaceAll(name, ' '), text)
    // Abbreviations and codes consist of capitals or contain digits; identifiers have capitals inside.
    const words = [...rest.matchAll(/(?<![\p{L}\d._/@#-])(?:[A-Z]?[a-z]{3,})(?![\p{L}\d._/@-])/gu)].map(
      ([word]) => word,
    )
    return words.filter((word) => !names.has(word.toLowerCase())).map((word) => `${word}: ${text.slice(0, 80)}`)
  })
}

export const cutBesideRoomOn = async (page: Page): Promise<string[]> => strings(await page.evaluate(cutBesideRoom))

export const cutOn = async (page: Page): Promise<string[]> => strings(await page.evaluate(cutTexts))

/** Runs in the page: how much of it moved by itself since it was opened. */
const shiftSoFar = `new Promise((done) => {
  let sum = 0
  const moved = []
  const observer = new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue
      sum += value
      for (const { node } of sources) moved.push(value.toFixed(3) + ' ' + (node?.textContent ?? '').trim().slice(0, 40) + ' .' + (node?.className ?? ''))
    }
  })
  observer.observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => {
    observer.disconnect()
    done([sum, ...moved])
  }, 50)
})`

/** The unprompted movement on the page, if it was more than a person bears; otherwise nothing. */
export async function shiftsOn(page: Page): Promise<string[]> {
  const [sum = '0', ...moved] = strings(await page.evaluate(shiftSoFar))
  return Number(sum) < 0.05 ? [] : [`shift ${sum}`, ...moved]
}

/**
 * Runs in the page from its first moment on: the longest time in which it showed neither a text nor a picture nor bones where its screen
 * belongs, in milliseconds.
 */
const noteBlank = `(() => {
  window.blankMs = 0
  let since = performance.now()
  const shows = (place) => place !== null && (place.textContent.trim() !== '' || place.querySelector('svg, img, canvas, [class*=bone]') !== null)
  const look = () => {
    const root = document.querySelector('#root')
    // Before the document itself is there, the page before is shown.
    if (root === null || [...document.querySelectorAll('#skeleton i')].some((bone) => bone.checkVisibility()) || shows(root.querySelector('main') ?? root)) since = undefined
    else {
      since ??= performance.now()
      window.blankMs = Math.max(window.blankMs, performance.now() - since)
    }
    requestAnimationFrame(look)
  }
  look()
})()`

/** From now on what the window opens is watched for being blank. */
export const watchBlank = (page: Page): Promise<unknown> => page.addInitScript(noteBlank)

/** How long the page was blank, if it was longer than a person takes for nothing; otherwise nothing. */
export async function blankOn(page: Page): Promise<string[]> {
  const ms = Number(await page.evaluate('window.blankMs'))
  return ms <= 300 ? [] : [`blank for ${Math.round(ms)} ms`]
}
