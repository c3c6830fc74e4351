import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { accountApi } from '@brigade/contract/system/account/account.endpoints.ts'
import {
  AccountDraft,
  AccountChange,
  accountLimits,
  type AccountDetail,
  type AccountRow,
  AccountSearch,
  AccountSearchBelow,
  idleDays,
} from '@brigade/contract/system/account/account.model.ts'
import { accountText as contractText } from '@brigade/contract/system/account/account.text.ts'
import { roleApi } from '@brigade/contract/system/role/role.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { useMemo } from 'react'
import { systemActs } from '../../system-acts.ts'
import { useDepartmentFilter } from '../../../customer/department-select.tsx'
import { call } from '../../../platform/call.ts'
import { useLocale, wordsIn, useWords } from '../../../platform/locale.ts'
import { ask } from '../../../platform/query.ts'
import { entity, type ListOf } from '../../../shell/entity/entity.ts'
import type { AccountTab } from '../account-address.ts'
import { accountFormText, accountListText, accountText } from '../account.text.ts'
import { RoleField } from './role-field.tsx'
import { accountColumns } from './account-columns.tsx'
import type { Locale } from '@brigade/contract/locale.ts'
import { TwoStepState } from '@brigade/contract/session/two-step.model.ts'
import { choiceOf, yesNo, type Filter } from '../../../ui/search-form/filter.ts'
import { OrganisationSelect, type Organisation } from '../../../customer/organisation-select.tsx'
import { useKept } from '../../../platform/kept-work.ts'

type Role = { id: string; name: string; enName: string }
/** Lists, fields and filters of accounts depend on these. */
type Known = Readonly<{
  tab: AccountTab
  own: Organisation
  /** All that the caller sees. */
  roles: readonly Role[]
  /** An e-mail can be verified by a link that is mailed. */
  mailsLinks: boolean
  /** True if a list of several organisations is narrowed to one. */
  department: Filter<keyof AccountSearchBelow> | undefined
}>

const lists: Readonly<Record<AccountTab, ListOf<AccountRow, AccountSearchBelow>>> = {
  platform: accountApi.list,
  customer: accountApi.listOfCustomers,
  distributor: accountApi.listOfDistributors,
  agent: accountApi.listOfAgents,
}

const searchAt = (tab: AccountTab): z.ZodType<AccountSearchBelow> =>
  tab === 'platform' ? AccountSearch : AccountSearchBelow

const words = { ...accountText, ...accountListText, ...accountFormText }

/** The form's values of an account. Passwords are never kept. */
const typedAccount = (own: Organisation, row: AccountDetail | null) => ({
  account: '',
  name: row?.name ?? '',
  organisationId: row?.organisation.id ?? own.id,
  roleId: row?.role.id ?? '',
  phone: row?.phone ?? '',
  email: row?.email ?? '',
  emailVerified: row?.emailVerified ?? false,
  newPwd: '',
  password: '',
})

/** A tab of accounts: those of the platform, or of one kind of organisation below it. New ones are offered to belong to `own`. */
const accountEntity = ({ tab, own, roles, mailsLinks, department }: Known) =>
  entity({
    name: tab === 'platform' ? 'system.account' : `system.account.${tab}`,
    words,
    refusals: contractText,
    list: lists[tab],
    schemas: { search: searchAt(tab), add: AccountDraft, update: AccountChange },
    add: accountApi.add,
    addAct: systemActs.addAccount,
    update: accountApi.update,
    read: (id): Promise<AccountDetail> => call(accountApi.detail, { id }, { quiet: true }),
    clash: 'account.changedSince',
    rowName: ({ name }) => name,
    typedName: ({ name }) => name,
    typed: (row: AccountDetail | null) => typedAccount(own, row),
    // An empty password is one left out.
    body: ({ account, organisationId, newPwd, password, ...fields }, row) => ({
      ...fields,
      ...(password === '' ? {} : { password }),
      ...(row === null ? { account, organisationId, ...(newPwd === '' ? {} : { newPwd }) } : {}),
    }),
    width: 520,
    fields: ({ w, locale, row, now, form }) => {
      const { values } = form
      const isNew = row === null
      const isMine = row?.isMine === true
      const known: readonly Role[] = [...[row, now].flatMap((one) => one?.role ?? []), ...roles]
      const nameOf = (role: Role | undefined): string => (locale === 'zh' ? role?.name : role?.enName) ?? ''
      // An administrator is concerned as far as is known here; the server decides, and asks for the password then.
      const asksPassword =
        row?.isAdministrator === true || values.password !== '' || form.errorOf('password') !== undefined
      return [
        isNew && { kind: 'text', at: 'account', label: w.account, required: true, hint: w.accountHint, max: 60 },
        { kind: 'text', at: 'name', label: w.name, required: true, max: accountLimits.name },
        isNew && { kind: 'own', key: 'organisation', parts: [], input: <OwnerField own={own} form={form} /> },
        {
          kind: 'own',
          key: 'role',
          parts: [
            {
              at: 'roleId',
              label: w.role,
              shown: ({ roleId }) => nameOf(known.find(({ id }) => id === roleId)),
            },
          ],
          input: (
            <RoleField
              organisationId={values.organisationId}
              now={row?.role}
              value={values.roleId}
              error={form.errorOf('roleId')}
              onChange={(roleId) => form.put({ roleId })}
              onBlur={() => form.leave('roleId')}
            />
          ),
        },
        { kind: 'text', at: 'phone', label: w.phone, inputMode: 'tel', max: 11 },
        {
          kind: 'text',
          at: 'email',
          label: w.email,
          inputMode: 'email',
          max: 120,
          // One's own is changed in one's personal info.
          disabled: isMine,
          hint: isMine ? w.own : undefined,
        },
        !isMine && {
          kind: 'check',
          at: 'emailVerified',
          label: w.emailVerified,
          disabled: values.email === '',
          hint: mailsLinks ? w.emailHintLink : w.emailHint,
          put: (emailVerified) => ({ emailVerified }),
        },
        asksPassword && { kind: 'secret', at: 'password', label: w.password, hint: w.passwordHint, isOwn: true },
        isNew && { kind: 'secret', at: 'newPwd', label: w.newPwd, hint: w.newPwdHint },
      ]
    },
    filters: ({ locale }) => accountFilters({ locale, roles, department }),
    columns: ({ locale }) => accountColumns(locale, tab !== 'platform'),
  })

export function useAccountEntity(tab: AccountTab, own: Organisation) {
  const { data: roles } = useQuery(ask(roleApi.select, {}, { quiet: true }))
  const { data: user } = useQuery(ask(sessionApi.user, {}))
  const mailsLinks = user?.mailsLinks === true
  const locale = useLocale()
  const filter = useDepartmentFilter()
  const department = tab === 'platform' ? undefined : filter
  return useMemo(
    () => accountEntity({ tab, own, roles: roles ?? [], mailsLinks, department }),
    // oxlint-disable-next-line react/exhaustive-deps -- the filter is another object at each drawing, and another one only with the language
    [tab, own, roles, mailsLinks, locale],
  )
}

type At = {
  locale: Locale
  roles: readonly { id: string; name: string; enName: string }[]
  /** The list is of several organisations. */
  department: Filter<keyof AccountSearchBelow> | undefined
}

function accountFilters({ locale, roles, department }: At): readonly Filter<keyof AccountSearchBelow>[] {
  const a = wordsIn(accountText, locale)
  const w = wordsIn(accountListText, locale)
  return [
    { kind: 'text', name: 'keyword', label: w.keyword, maxLength: 60 },
    {
      kind: 'select',
      name: 'roleId',
      label: a.role,
      placeholder: w.anyRole,
      searchable: true,
      options: roles.map((role) => ({ value: role.id, label: locale === 'zh' ? role.name : role.enName })),
    },
    yesNo('enabled', { label: a.state, any: w.anyState, yes: a.enabled, no: a.disabled }),
    choiceOf('twoStep', [a.twoStep, w.anyTwoStep], TwoStepState.options, (state) => a[`twoStep-${state}`]),
    {
      kind: 'select',
      name: 'idle',
      label: w.idle,
      placeholder: w.anyIdle,
      options: idleDays.map((days) => ({ value: String(days), label: w.days({ days: String(days) }) })),
    },
    ...(department === undefined ? [] : [department]),
  ]
}

type Props = {
  own: Organisation
  form: {
    errorOf: (path: 'organisationId') => string | undefined
    leave: (path: 'organisationId') => void
    put: (patch: { organisationId: string; roleId: string }) => void
  }
}

/** The organisation of a new account: the own one, or one below it. */
function OwnerField({ own, form }: Props) {
  const { organisation } = useWords(accountText)
  const [of, setOf] = useKept('account organisation', own)
  return (
    <OrganisationSelect
      label={organisation}
      chosen={of}
      hint=""
      error={form.errorOf('organisationId')}
      onBlur={() => form.leave('organisationId')}
      onChange={(chosen) => {
        setOf(chosen)
        // Roles are for kinds of organisation: another may not have the one chosen.
        form.put({ organisationId: chosen.id, roleId: '' })
      }}
    />
  )
}
