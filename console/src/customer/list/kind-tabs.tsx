import { keptKinds } from '@brigade/contract/customer/organisation.model.ts'
import { useCan } from '../../platform/can.ts'
import { useWords } from '../../platform/locale.ts'
import { Tabs } from '../../ui/page/tabs.tsx'
import { listHref } from '../customer-address.ts'
import { useKeptKind } from '../kept-kind.ts'
import { kindTabText } from '../organisation.text.ts'

/** Customers, distributors and agents, as far as the account may see them; one kind alone needs no tabs. */
export function KindTabs() {
  const w = useWords(kindTabText)
  const can = useCan()
  const current = useKeptKind()
  const seen = keptKinds.filter((kind) => can(`${kind}:view`))
  if (seen.length < 2) return null
  return (
    <Tabs
      label={w.label}
      current={current}
      tabs={seen.map((kind) => ({ key: kind, label: w[kind], href: listHref(kind) }))}
    />
  )
}
