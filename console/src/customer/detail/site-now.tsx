import type { CustomerDetail } from '@brigade/contract/customer/customer.model.ts'
import { siteApi } from '@brigade/contract/customer/site.endpoints.ts'
import type { SiteSummary } from '@brigade/contract/customer/site.model.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ColdChainLink } from '../../cold-chain/cold-chain-link.tsx'
import { useCan } from '../../platform/can.ts'
import { formatDay, formatTime } from '../../platform/format.ts'
import { useWords, type WordsOf } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { Row, Text } from '../../ui/layout/layout.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { FactList, type Fact } from '../../ui/page/fact-list.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { uiText } from '../../ui/ui.text.ts'
import { detailHref } from '../customer-address.ts'
import { siteText } from '../site.text.ts'

/** The present state of a customer: devices, faults, cold chain, warranty, people, recipes, firmware. */
export function SiteNow({ customer }: { customer: CustomerDetail }) {
  const w = useWords(siteText)
  const { data, error, refetch } = useQuery(ask(siteApi.site, { id: customer.id }, { quiet: true }))
  const facts = useFacts(customer)
  if (data === undefined && error !== null) return <ErrorPanel message={error.message} onRetry={() => void refetch()} />
  return (
    <Panel title={w.title}>
      <div aria-busy={data === undefined}>
        <FactList facts={facts(data)} />
      </div>
    </Panel>
  )
}

type Telling = Readonly<{
  id: string
  coolers: number
  w: WordsOf<typeof siteText>
  sentence: (parts: readonly (string | false | null)[]) => string
  /** A figure that the role may not see is marked as such, not shown as zero. */
  known: <T>(part: T | null | undefined, show: (part: T) => ReactNode) => ReactNode
}>

function useFacts({ id, coolers }: CustomerDetail): (site: SiteSummary | undefined) => readonly Fact[] {
  const w = useWords(siteText)
  const { apart } = useWords(uiText)
  const can = useCan()
  const seesPeople = can('account:view') || can('app-user:view')
  const sentence: Telling['sentence'] = (parts) => parts.filter((part) => part !== false && part !== null).join(apart)
  const known: Telling['known'] = (part, show) =>
    part === undefined ? '' : part === null ? <Text tone="ink-3">{w.notSeen}</Text> : show(part)
  const telling = { id, coolers, w, sentence, known }
  return (site) => [...stateOf(site, telling), ...ownedBy(site, { ...telling, seesPeople })]
}

/** What its devices do now. */
function stateOf(site: SiteSummary | undefined, { id, coolers, w, sentence, known }: Telling): readonly Fact[] {
  return [
    {
      key: 'machines',
      label: w.machines,
      value: known(site?.machines, ({ all, online, faulty, disabled, neverSeen }) => (
        <a href={detailHref(id, 'devices')}>
          {sentence([
            w.machinesOf({ online, all }),
            faulty !== null && faulty > 0 && w.faulty({ count: faulty }),
            disabled > 0 && w.disabled({ count: disabled }),
            neverSeen > 0 && w.neverSeen({ count: neverSeen }),
          ])}
        </a>
      )),
    },
    {
      key: 'faults',
      label: w.faults,
      value: known(site?.faults, ({ faults, alarms, oldest }) =>
        faults + alarms === 0 ? (
          w.noFaults
        ) : (
          <a href={detailHref(id, 'faults')}>
            {sentence([
              w.faultsOf({ faults, alarms }),
              oldest !== null && w.oldest({ time: formatTime(oldest).slice(0, 16) }),
            ])}
          </a>
        ),
      ),
    },
    {
      key: 'cold',
      label: w.coldChain,
      value: known(site?.faults, ({ excursions }) => <ColdChain id={id} coolers={coolers} excursions={excursions} />),
    },
  ]
}

/** What it has, and who. */
function ownedBy(
  site: SiteSummary | undefined,
  { id, w, sentence, known, seesPeople }: Telling & Readonly<{ seesPeople: boolean }>,
): readonly Fact[] {
  return [
    {
      key: 'warranty',
      label: w.warranty,
      value: known(site?.warranty, ({ inForce, over, unknown, endsSoon, nextEnd }) =>
        sentence([
          w.warrantyOf({ inForce, over }),
          unknown > 0 && w.warrantyUnknown({ count: unknown }),
          endsSoon > 0 && w.endsSoon({ count: endsSoon }),
          nextEnd !== null && w.nextEnd({ day: formatDay(nextEnd) }),
        ]),
      ),
    },
    {
      key: 'people',
      label: w.people,
      value: known(site?.people, ({ staff, appUsers }) => (
        <TabLink to={seesPeople ? detailHref(id, 'people') : undefined}>
          {sentence([staff !== null && w.staff({ count: staff }), w.appUsers({ count: appUsers })])}
        </TabLink>
      )),
    },
    {
      key: 'recipes',
      label: w.recipes,
      value: known(site?.recipes, ({ held, failing, dishes30Days }) => (
        <a href={detailHref(id, 'recipes')}>
          {sentence([
            w.held({ count: held }),
            failing > 0 && w.failing({ count: failing }),
            w.dishes({ count: dishes30Days }),
          ])}
        </a>
      )),
    },
    {
      key: 'firmware',
      label: w.firmware,
      value: known(site?.firmware, ({ versions, silent, upgrades }) => (
        <a href={detailHref(id, 'firmware')}>
          {sentence([
            (versions > 0 || silent === 0) && w.versions({ count: versions }),
            silent > 0 && w.silent({ count: silent }),
            upgrades !== null && upgrades > 0 && w.upgrades({ count: upgrades }),
          ])}
        </a>
      )),
    },
  ]
}

/** Leads to a tab that the role has. */
const TabLink = ({ to, children }: { to: string | undefined; children: ReactNode }) =>
  to === undefined ? children : <a href={to}>{children}</a>

/** How many excursions last, and the way to the cold chain of this site. */
function ColdChain({ id, coolers, excursions }: { id: string; coolers: number; excursions: number }) {
  const w = useWords(siteText)
  if (coolers === 0 && excursions === 0) return w.noCoolers
  return (
    <Row.span inline gap="12" wrap>
      {excursions === 0 ? <span>{w.noExcursion}</span> : <Text tone="bad">{w.excursions({ count: excursions })}</Text>}
      <ColdChainLink customerId={id}>{w.openColdChain}</ColdChainLink>
    </Row.span>
  )
}
