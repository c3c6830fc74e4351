import { formatNumber } from '../../platform/format.ts'
import { token } from '../../theme.ts'
import type { Bar } from './bar-list.tsx'
import { paperCanvas, pngOf } from './canvas-image.ts'

const size = { width: 640, name: 220, value: 90, row: 28, margin: 16, head: 48 } as const

/** The PNG of a list of bars: its title, names, bars and figures. */
export function pngOfBars(title: string, bars: readonly Bar[], colour: `--${string}` = '--chart-1'): Promise<Blob> {
  const height = size.head + bars.length * size.row + size.margin
  const [canvas, drawing] = paperCanvas(size.width, height, token('--paper'))
  const font = token('--font')
  const write = (text: string, x: number, y: number, look: { weight?: number; ink?: string; end?: boolean }): void => {
    drawing.font = `${look.weight ?? 400} 13px ${font}`
    drawing.fillStyle = look.ink ?? token('--ink')
    drawing.textAlign = look.end === true ? 'right' : 'left'
    drawing.textBaseline = 'middle'
    drawing.fillText(text, x, y)
  }
  write(title, size.margin, size.head / 2, { weight: 600 })
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const room = size.width - size.name - size.value - 2 * size.margin
  for (const [index, bar] of bars.entries()) {
    const middle = size.head + index * size.row + size.row / 2
    const length = (bar.value / most) * room
    write(cut(drawing, bar.name, size.name - 8, `13px ${font}`), size.margin, middle, { ink: token('--ink-2') })
    drawing.fillStyle = token(bar.isRest === true ? '--line-strong' : colour)
    drawing.globalAlpha = bar.part === undefined ? 1 : 0.35
    drawing.fillRect(size.margin + size.name, middle - 6, length, 12)
    drawing.globalAlpha = 1
    if (bar.part !== undefined && bar.value > 0)
      drawing.fillRect(size.margin + size.name, middle - 6, length * Math.min(1, bar.part / bar.value), 12)
    write(formatNumber(bar.value), size.width - size.margin, middle, { weight: 600, end: true })
  }
  return pngOf(canvas)
}

function cut(drawing: CanvasRenderingContext2D, text: string, width: number, font: string): string {
  drawing.font = font
  if (drawing.measureText(text).width <= width) return text
  const kept = [...text]
  while (kept.length > 1 && drawing.measureText(`${kept.join('')}…`).width > width) kept.pop()
  return `${kept.join('')}…`
}
