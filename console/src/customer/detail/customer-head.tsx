import type { CustomerDetail } from '@brigade/contract/customer/customer.model.ts'
import { openConsoleCode } from '@brigade/contract/system/operation-codes.ts'
import { useCan } from '../../platform/can.ts'
import { useRecent } from '../../platform/habits/recent.ts'
import { useKept } from '../../platform/kept-work.ts'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { go } from '../../platform/navigate.ts'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { Row, Text } from '../../ui/layout/layout.tsx'
import { ActionMenu, type MenuAction } from '../../ui/menu/action-menu.tsx'
import { HeadCard } from '../../ui/page/head-card.tsx'
import { listHref } from '../customer-address.ts'
import { CustomerBadge } from '../customer-badge.tsx'
import { CustomerSheet, type Editing } from '../form/customer-sheet.tsx'
import css from './customer-detail.module.css'
import { customerDetailText, customerText, openConsoleText } from '../customer.text.ts'
import { OpenConsole } from './open-console.tsx'
import { useCanOfKind, useKeptKind } from '../kept-kind.ts'
import { useCustomerActions, useWhyNotRemoved } from '../use-customer-actions.tsx'

/** The header shows the customer, its parent, its responsible person and the available actions. */
export function CustomerHead({ customer }: { customer: CustomerDetail }) {
  const kind = useKeptKind()
  const w = useWords(customerDetailText[kind])
  const c = useWords(customerText[kind])
  const can = useCanOfKind()
  const [isOpening, setOpening] = useKept('opening', false)
  const [editing, setEditing] = useKept<Editing | null>(`${kind} sheet`, null)
  const [actions, confirmation] = useCustomerActions(() => go(listHref(kind)))
  const { id, enabled, devices } = customer
  // Distributors and agents are found by the kind of their page; only customers are in the palette.
  useRecent('customer', kind === 'customer' ? id : undefined)
  const more = useMoreActions(customer, { open: () => setOpening(true), remove: () => actions.askRemove([customer]) })
  return (
    <>
      <HeadCard
        name={customer.name}
        state={<CustomerBadge enabled={enabled} />}
        actions={
          <>
            {can('set-enabled') ? (
              <Button
                icon={enabled ? 'lock' : 'lock-open'}
                disabledReason={customer.parent === null ? c.own : undefined}
                onClick={() => actions.setEnabled([customer], !enabled)}
              >
                {enabled ? c.disable : c.enable}
              </Button>
            ) : null}
            {can('update') ? (
              <Button look="primary" icon="pencil" onClick={() => setEditing({ id })}>
                {c.edit}
              </Button>
            ) : null}
            {more.length > 0 ? (
              <ActionMenu
                target={<IconButton icon="dots" label={w.moreActions} aria-haspopup="menu" />}
                actions={more}
              />
            ) : null}
          </>
        }
        facts={[<Path key="path" customer={customer} />, customer.principal, customer.contact]}
        figures={[
          {
            key: 'online',
            label: w.online,
            value: formatNumber(customer.online),
            note: w.of({ count: devices }),
          },
          { key: 'ovens', label: w.ovens, value: formatNumber(customer.ovens) },
          { key: 'coolers', label: w.coolers, value: formatNumber(customer.coolers) },
          { key: 'accounts', label: w.accounts, value: formatNumber(customer.accounts) },
        ]}
      />
      <CustomerSheet editing={editing} onClose={() => setEditing(null)} />
      <OpenConsole customer={customer} isOpen={isOpening} onClose={() => setOpening(false)} />
      {confirmation}
    </>
  )
}

/** Opening its console and deleting it, as far as the account may. */
function useMoreActions(customer: CustomerDetail, act: { open: () => void; remove: () => void }): MenuAction[] {
  const c = useWords(customerText[useKeptKind()])
  const o = useWords(openConsoleText)
  const can = useCan()
  const canOfKind = useCanOfKind()
  const whyNotRemoved = useWhyNotRemoved()
  const open: MenuAction = {
    key: 'open',
    icon: 'screen',
    label: o.open,
    disabledReason: customer.parent === null ? c.own : customer.enabled ? undefined : o.disabled,
    onClick: act.open,
  }
  const remove: MenuAction = {
    key: 'remove',
    icon: 'trash',
    label: c.remove,
    danger: true,
    disabledReason: whyNotRemoved(customer),
    onClick: act.remove,
  }
  return [...(can(openConsoleCode) ? [open] : []), ...(canOfKind('remove') ? [remove] : [])]
}

/** The organisations above it, the highest first. */
function Path({ customer }: { customer: CustomerDetail }) {
  const c = useWords(customerText[useKeptKind()])
  return (
    <Row.ol className={css.path} aria-label={c.parent}>
      {customer.path.map(({ id, name }) => (
        <Text.li key={id} nowrap>
          {name}
        </Text.li>
      ))}
    </Row.ol>
  )
}
