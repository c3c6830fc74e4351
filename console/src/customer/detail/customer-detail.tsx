import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../platform/can.ts'
import { useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { MissingPage } from '../../shell/missing-page.tsx'
import { usePageTitle } from '../../shell/page-title.ts'
import { Box } from '../../ui/layout/layout.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { HeadBones } from '../../ui/page/head-card.tsx'
import { Tabs } from '../../ui/page/tabs.tsx'
import { detailHref, listHref, type CustomerTab } from '../customer-address.ts'
import { CarriedModels } from './carried-models.tsx'
import { CustomerDevices } from './customer-devices.tsx'
import { CustomerHead } from './customer-head.tsx'
import { CustomerOverview } from './customer-overview.tsx'
import { customerDetailText, customerText } from '../customer.text.ts'
import { useKeptKind, useKindCalls } from '../kept-kind.ts'
import { siteTabText } from '../site.text.ts'
import { SiteFaults } from './site-faults.tsx'
import { SiteFirmware } from './site-firmware.tsx'
import { SitePeople } from './site-people.tsx'
import { SiteRecipes } from './site-recipes.tsx'
import { SiteTimeline } from './site-timeline.tsx'

type Props = { id: string; tab: CustomerTab }

/** One customer: head card, and the tab the address names. Neither waits for the other. */
export function CustomerDetailScreen({ id, tab }: Props) {
  const kind = useKeptKind()
  const calls = useKindCalls()
  const w = useWords(customerDetailText[kind])
  const c = useWords(customerText[kind])
  const site = useWords(siteTabText)
  const can = useCan()
  const { data: customer, error, refetch } = useQuery(ask(calls.detail, { id }, { quiet: true }))
  usePageTitle(customer?.name, { name: c.title, href: listHref(kind) })
  if (error?.status === 404 && customer === undefined)
    return (
      <MissingPage title={error.message} back={{ href: listHref(kind), label: c.backToList }}>
        {c.missing}
      </MissingPage>
    )
  if (error !== null && customer === undefined)
    return <ErrorPanel isScreen message={error.message} onRetry={() => void refetch()} />
  const kinds = (['oven', 'cooler'] as const).filter((one) => can(`${one}:view`))
  const isSite = kind === 'customer' && kinds.length > 0
  const hasFaults = isSite && can('fault:view')
  const hasPeople = kind === 'customer' && (can('account:view') || (isSite && can('app-user:view')))
  const hasRecipes = kind === 'customer' && can('oven:view') && can('recipe:view')
  const tabs = [
    { key: 'overview' as const, label: w.overview },
    ...(kind === 'customer' ? [] : [{ key: 'models' as const, label: w.models }]),
    ...(kinds.length === 0 ? [] : [{ key: 'devices' as const, label: w.devices, count: customer?.devices }]),
    ...(hasFaults ? [{ key: 'faults' as const, label: site.faults }] : []),
    ...(hasPeople ? [{ key: 'people' as const, label: site.people }] : []),
    ...(hasRecipes ? [{ key: 'recipes' as const, label: site.recipes }] : []),
    ...(isSite ? [{ key: 'firmware' as const, label: site.firmware }] : []),
    ...(isSite ? [{ key: 'timeline' as const, label: site.timeline }] : []),
  ]
  return (
    <>
      {customer === undefined ? <HeadBones figures={4} /> : <CustomerHead customer={customer} />}
      <Tabs label={w.tabs} current={tab} tabs={tabs.map((one) => ({ ...one, href: detailHref(id, one.key, kind) }))} />
      {tab === 'models' && kind !== 'customer' ? (
        <CarriedModels id={id} kind={kind} />
      ) : tab === 'devices' && kinds.length > 0 ? (
        <CustomerDevices id={id} customer={customer} kinds={kinds} />
      ) : tab === 'faults' && hasFaults ? (
        <SiteFaults id={id} />
      ) : tab === 'people' && hasPeople ? (
        <SitePeople id={id} />
      ) : tab === 'recipes' && hasRecipes ? (
        <SiteRecipes id={id} />
      ) : tab === 'firmware' && isSite ? (
        <SiteFirmware id={id} />
      ) : tab === 'timeline' && isSite ? (
        <SiteTimeline id={id} />
      ) : customer === undefined ? (
        <Box minHeight="480" aria-busy="true" />
      ) : (
        <CustomerOverview customer={customer} />
      )}
    </>
  )
}
