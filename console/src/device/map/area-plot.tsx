import { MapChart } from 'echarts/charts'
import { TooltipComponent, VisualMapComponent } from 'echarts/components'
import { init, registerMap, use, type EChartsType } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useEffectEvent, useRef } from 'react'
import { token } from '../../theme.ts'
import type { AreaMap } from './map-file.ts'

use([MapChart, TooltipComponent, VisualMapComponent, CanvasRenderer])

export type Area = Readonly<{ code: string; label: string; devices: number; figures: string }>

type Props = {
  map: AreaMap
  areas: readonly Area[]
  /** The outlined area that the figures belong to, if the map shows more than that. */
  chosen: string | undefined
  label: string
  isDark: boolean
  height: number
  onChoose: (code: string) => void
}

/** The canvas. It is a chunk of its own, with the map parts of the library; its colours are those of the present theme. */
export function AreaPlot({ map, areas, chosen, label, isDark, height, onChoose }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType>(null)
  const choose = useEffectEvent((name: unknown) => {
    const code = typeof name === 'string' ? map.codeOf.get(name) : undefined
    if (code !== undefined) onChoose(code)
  })

  useEffect(() => {
    if (box.current === null) return undefined
    const made = init(box.current, undefined, { renderer: 'canvas' })
    chart.current = made
    made.on('click', (event) => choose(event.name))
    const resize = new ResizeObserver(() => made.resize())
    resize.observe(box.current)
    return () => {
      resize.disconnect()
      made.dispose()
      chart.current = null
    }
  }, [])

  useEffect(() => {
    registerMap(map.key, map.text)
    chart.current?.setOption(optionOf(map, areas, chosen, isDark), { notMerge: true })
  }, [map, areas, chosen, isDark])

  return <div ref={box} role="img" aria-label={label} style={{ height }} />
}

/** A few places have most of the devices, so colours follow the square root, which separates the others. */
const shade = (devices: number): number => Math.sqrt(devices)

function optionOf(map: AreaMap, areas: readonly Area[], chosen: string | undefined, isDark: boolean) {
  const ink = token('--ink')
  const paper = token('--paper')
  const font = { fontFamily: getComputedStyle(document.body).fontFamily, fontSize: 11 }
  const byName = new Map(areas.map((area) => [map.nameOf.get(area.code) ?? '', area]))
  const ofEvent = (params: unknown): Area | undefined =>
    typeof params === 'object' && params !== null && 'name' in params ? byName.get(String(params.name)) : undefined
  return {
    animation: false,
    visualMap: {
      type: 'continuous' as const,
      show: false,
      min: 0,
      max: Math.max(1, ...areas.map(({ devices }) => shade(devices))),
      inRange: { color: [token('--selected'), token(isDark ? '--brand-600' : '--brand-300')] },
    },
    tooltip: {
      // Drawn, not laid out: the page allows no style that a script writes into it.
      renderMode: 'richText' as const,
      backgroundColor: token('--raised'),
      borderColor: token('--line-strong'),
      textStyle: { ...font, fontSize: 12, color: ink },
      formatter: (params: unknown) => {
        const area = ofEvent(params)
        return area === undefined ? '' : `${area.label}\n${area.figures}`
      },
    },
    series: [
      {
        type: 'map' as const,
        map: map.key,
        top: 8,
        bottom: 8,
        left: 8,
        right: 8,
        selectedMode: false as const,
        itemStyle: { areaColor: token('--canvas'), borderColor: token('--line-strong'), borderWidth: 0.6 },
        label: {
          show: true,
          ...font,
          color: ink,
          textBorderColor: paper,
          textBorderWidth: 2,
          formatter: (params: unknown) => {
            const area = ofEvent(params)
            return area === undefined ? '' : String(area.devices)
          },
        },
        labelLayout: { hideOverlap: true },
        emphasis: {
          label: { show: true, color: ink },
          itemStyle: { areaColor: 'inherit', borderColor: ink, borderWidth: 1.2 },
        },
        data: areas.map((area) => ({
          name: map.nameOf.get(area.code) ?? area.code,
          value: shade(area.devices),
          ...(area.code === chosen ? { itemStyle: { borderColor: ink, borderWidth: 2 } } : {}),
        })),
      },
    ],
  }
}
