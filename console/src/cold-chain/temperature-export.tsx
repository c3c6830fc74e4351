import { coldChainApi } from '@brigade/contract/cold-chain/cold-chain.endpoints.ts'
import type { TemperatureFormat, TemperatureQuery } from '@brigade/contract/cold-chain/cold-chain.model.ts'
import { useStartJob } from '../job/job-link.tsx'
import { useCan } from '../platform/can.ts'
import { useWords } from '../platform/locale.ts'
import { useUnits } from '../platform/units.ts'
import { Button } from '../ui/button/button.tsx'
import { ActionMenu } from '../ui/menu/action-menu.tsx'
import { temperatureText } from './cold-chain.text.ts'

/** The export is a background job: it writes the rows on screen, in the person's units. */
export function TemperatureExportMenu({ query }: { query: TemperatureQuery }) {
  const w = useWords(temperatureText)
  const can = useCan()
  const { system } = useUnits()
  const { mutate } = useStartJob(coldChainApi.startTemperatureExport)
  if (!can('cooler:export')) return null
  const start = (format: TemperatureFormat) => (): void =>
    mutate({ ...query, format, unit: system === 'metric' ? 'C' : 'F' })
  return (
    <ActionMenu
      target={
        <Button icon="download" aria-haspopup="menu">
          {w.export}
        </Button>
      }
      actions={[
        { key: 'pdf', icon: 'chart-line', label: w.pdf, onClick: start('pdf') },
        { key: 'xlsx', icon: 'table', label: w.xlsx, onClick: start('xlsx') },
        { key: 'csv', icon: 'table', label: w.csv, onClick: start('csv') },
      ]}
    />
  )
}
