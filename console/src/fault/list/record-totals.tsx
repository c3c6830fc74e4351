import { handlingNames, severityNames } from '@brigade/contract/fault/fault-words.ts'
import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import { severities, type FaultSearch, type FaultTotalsQuery } from '@brigade/contract/fault/record.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useLocale, useWords } from '../../platform/locale.ts'
import { askPage } from '../../platform/query.ts'
import { TotalsStrip, type Total } from '../../ui/list-page/totals-strip.tsx'
import { faultText } from '../fault.text.ts'

const openHandlings = ['new', 'acknowledged', 'in-hand'] as const

/** Without filters it is the query that live totals are of. */
function totalsQueryOf(kind: DeviceKind, search: FaultSearch): FaultTotalsQuery {
  const { pageNum: _num, pageSize: _size, sort: _sort, kind: _kind, type, ...filters } = search
  const { severity: _severity, handling: _handling, stale: _stale, open: _open, shelved: _shelved, ...others } = filters
  return { kind, ...others, ...(type === undefined || type === 'all' ? {} : { type }) }
}

type Choice = Pick<FaultSearch, 'severity' | 'handling' | 'stale'>
type Props = { kind: DeviceKind; search: FaultSearch; onChoose: (choice: Choice) => void }

/** Each total counts open records by severity and handling, within the other filters. A click sets the filters to the records that it counts. */
export function RecordTotals({ kind, search, onChoose }: Props) {
  const w = useWords(faultText)
  const locale = useLocale()
  const { data } = useQuery(askPage(faultApi.totals, totalsQueryOf(kind, search), { quiet: true }))
  const totals: Total[] = [
    { key: 'all', label: w.all, count: data?.open },
    ...severities.map((one) => ({
      key: `severity ${one}`,
      label: severityNames[one][locale],
      count: data?.severities[one],
    })),
    ...openHandlings.map((one) => ({
      key: `handling ${one}`,
      label: handlingNames[one][locale],
      count: data?.handlings[one],
    })),
    { key: 'stale', label: w.stale, count: data?.stale },
  ]
  const { severity, handling, stale } = search
  const set = [severity, handling, stale].filter((one) => one !== undefined)
  const active = set.length === 0 ? 'all' : set.length > 1 ? null : keyOf(search)
  const choose = (key: string): void => {
    const none: Choice = { severity: undefined, handling: undefined, stale: undefined }
    const chosenSeverity = severities.find((one) => key === `severity ${one}`)
    const chosenHandling = openHandlings.find((one) => key === `handling ${one}`)
    onChoose({ ...none, severity: chosenSeverity, handling: chosenHandling, stale: key === 'stale' ? true : undefined })
  }
  return <TotalsStrip label={w.totals} totals={totals} active={active} onChoose={choose} />
}

function keyOf({ severity, handling, stale }: Choice): string | null {
  if (severity !== undefined) return `severity ${severity}`
  if (handling !== undefined) return `handling ${handling}`
  return stale === true ? 'stale' : null
}
