import { Id } from '@brigade/contract/field.ts'
import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useWords } from '../../platform/locale.ts'
import { askPage } from '../../platform/query.ts'
import { useListSearch } from '../../shell/use-list-search.ts'
import { ListPage } from '../../ui/list-page/list-page.tsx'
import { Tabs } from '../../ui/page/tabs.tsx'
import { faultTabHref, faultTabs, type FaultTab } from '../fault-address.ts'
import { faultText } from '../fault.text.ts'
import { RecordSheet } from '../record/record-sheet.tsx'
import { RecordTable } from './record-table.tsx'

const Place = z.object({ tab: z.enum(faultTabs).default('inbox'), id: Id.optional() })

type FaultPlace = { tab: FaultTab; id: string | undefined; onOpen: (id: string | undefined) => void }

/** The tab and the open record, from the address; the list reads the rest. */
export function useFaultPlace(): FaultPlace {
  const [{ tab, id }, change] = useListSearch(Place)
  return { tab, id, onOpen: (opened) => change({ id: opened }) }
}

/** The screen of faults and alarms of one kind of device: open ones, past ones of each type, and shelved ones. */
export function FaultScreen({ kind, tab, id, onOpen }: FaultPlace & { kind: DeviceKind }) {
  const w = useWords(faultText)
  const { data: totals } = useQuery(askPage(faultApi.totals, { kind }, { quiet: true }))
  const countOf: Readonly<Partial<Record<FaultTab, number | undefined>>> = {
    inbox: totals?.open || undefined,
    shelved: totals?.shelved || undefined,
  }
  const tabs = faultTabs.map((key) => ({ key, label: w[key], href: faultTabHref(kind, key), count: countOf[key] }))
  return (
    <ListPage title={kind === 'oven' ? w.ovens : w.coolers} filters={<Tabs label={w.tabs} current={tab} tabs={tabs} />}>
      <RecordTable key={tab} kind={kind} tab={tab} onOpen={onOpen} />
      <RecordSheet id={id} onClose={() => onOpen(undefined)} onOpen={onOpen} />
    </ListPage>
  )
}
