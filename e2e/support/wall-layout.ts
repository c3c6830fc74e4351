import type { Page } from 'playwright-core'

/**
 * Runs in the page: what of a wall overflows, covers something else, or is too small to read. A text that is cut with an ellipsis
 * has room for itself; one that is cut without has not.
 */
const script = `(() => {
  const wall = document.querySelector('main')
  const found = []
  const root = parseFloat(getComputedStyle(document.documentElement).fontSize)
  const small = root * 18 / 16 - 0.05
  const page = document.documentElement
  if (page.scrollWidth > innerWidth || page.scrollHeight > innerHeight) found.push('the page scrolls')
  const boxOf = (node) => {
    const range = document.createRange()
    range.selectNodeContents(node)
    return range.getBoundingClientRect()
  }
  const texts = []
  const walker = document.createTreeWalker(wall, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode
    const text = node.textContent.trim()
    const element = node.parentElement
    if (text === '' || !element.checkVisibility()) continue
    const style = getComputedStyle(element)
    const isSvg = element instanceof SVGElement
    const scale = isSvg ? element.getScreenCTM().a : 1
    const size = parseFloat(style.fontSize) * scale
    const isQuiet = /Apache|ECharts|South China Sea|南海诸岛|地图数据/.test(text)
    if (!isQuiet && size < small) found.push('small: ' + text + ' ' + size.toFixed(1) + ' of ' + small.toFixed(1))
    const drawn = boxOf(node)
    // Lines of a drawing have no leading between them: of their boxes the letters fill the middle.
    let box = isSvg ? new DOMRect(drawn.left, drawn.top + drawn.height * 0.2, drawn.width, drawn.height * 0.62) : drawn
    // Text with an ellipsis ends where its element ends.
    for (let above = element; above !== null && above !== wall; above = above.parentElement) {
      const of = getComputedStyle(above)
      if (of.overflowX !== 'hidden') continue
      const edge = above.getBoundingClientRect()
      const isCut = box.right > edge.right + 1 || box.left < edge.left - 1 || box.bottom > edge.bottom + 1.5
      if (isCut && (of.textOverflow !== 'ellipsis' || box.bottom > edge.bottom + 1.5)) found.push('cut: ' + text)
      box = new DOMRect(Math.max(box.left, edge.left), Math.max(box.top, edge.top), Math.min(box.right, edge.right) - Math.max(box.left, edge.left), Math.min(box.bottom, edge.bottom) - Math.max(box.top, edge.top))
      if (of.textOverflow === 'ellipsis') break
    }
    const bounds = wall.getBoundingClientRect()
    if (box.right > bounds.right + 1 || box.left < bounds.left - 1 || box.bottom > bounds.bottom + 1 || box.top < bounds.top - 1)
      found.push('outside: ' + text)
    texts.push({ text, box })
  }
  for (const element of wall.querySelectorAll('[data-headline]'))
    if (parseFloat(getComputedStyle(element).fontSize) < root * 44 / 16 - 0.05) found.push('small headline: ' + element.innerText)
  for (const element of wall.querySelectorAll('[data-whole]'))
    if (element.scrollWidth > element.clientWidth + 1) found.push('not whole: ' + element.innerText)
  const slack = root * 0.12
  for (let a = 0; a < texts.length; a += 1)
    for (let b = a + 1; b < texts.length; b += 1) {
      const [one, two] = [texts[a].box, texts[b].box]
      const width = Math.min(one.right, two.right) - Math.max(one.left, two.left)
      const height = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top)
      if (width > slack && height > slack * 2.2) found.push('over one another: ' + texts[a].text + ' | ' + texts[b].text)
    }
  return [...new Set(found)]
})()`

export const layoutProblems = async (page: Page): Promise<unknown> => page.evaluate(script)
