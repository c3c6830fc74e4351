import { download, endpoints, get, post } from '../../endpoint.ts'
import { JobStarted, tableMediaTypes } from '../../job/job.model.ts'
import { CommandRow } from '../device.model.ts'
import { FactoryReset, TemperatureCurve, TemperatureExport, TemperatureQuery } from './cooler.model.ts'

/** Spec 7, device/cooler: what only refrigeration devices have, and the reset that ovens have too. */
export const coolerApi = endpoints('device', {
  temperature: get('/web/device/cooler/temperature/curve', {
    access: 'cooler:view',
    summary: { en: 'Temperature curve of a refrigeration device', zh: '制冷设备温度曲线' },
    description:
      'At most about 1,000 points, with set-point, limits, defrosts, door openings and excursions of the whole span. Temperatures °C, times epoch ms.',
    query: TemperatureQuery,
    reply: TemperatureCurve,
  }),
  exportTemperature: download('/web/device/cooler/temperature/curve/export', {
    access: 'cooler:export',
    summary: { en: 'Export the temperature curve at once', zh: '直接导出温度曲线' },
    description: 'Every report as xlsx or CSV, or a PDF report in both languages.',
    query: TemperatureExport,
    mediaTypes: [...Object.values(tableMediaTypes), 'application/pdf'],
  }),
  startTemperatureExport: post('/web/device/cooler/temperature/curve/export', {
    access: 'cooler:export',
    summary: { en: 'Export the temperature curve as a job', zh: '导出温度曲线' },
    body: TemperatureExport,
    reply: JobStarted,
  }),
  coolerReset: post('/web/device/cooler/reset', {
    access: 'cooler:reset',
    summary: { en: 'Restore a refrigeration device’s factory settings', zh: '制冷设备恢复出厂设置' },
    body: FactoryReset,
    reply: CommandRow,
    perMinute: 30,
  }),
  reset: post('/web/device/reset', {
    access: 'oven:reset',
    summary: { en: 'Restore an oven’s factory settings', zh: '烤箱设备恢复出厂设置' },
    body: FactoryReset,
    reply: CommandRow,
    perMinute: 30,
  }),
})

export const resetCalls = { oven: coolerApi.reset, cooler: coolerApi.coolerReset } as const
