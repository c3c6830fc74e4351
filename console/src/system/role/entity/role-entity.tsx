import {
  RoleSearch,
  RoleDraft,
  RoleChange,
  roleLimits,
  type RoleRow,
} from '@brigade/contract/system/role/role.model.ts'
import { organisationKinds } from '@brigade/contract/customer/organisation.model.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import { roleApi } from '@brigade/contract/system/role/role.endpoints.ts'
import { roleText as contractText } from '@brigade/contract/system/role/role.text.ts'
import { systemActs } from '../../system-acts.ts'
import { kindNamesIn } from '../../../customer/organisation-kind-badge.tsx'
import { call } from '../../../platform/call.ts'
import type { WordsOf } from '../../../platform/locale.ts'
import { entity, type FieldsAt } from '../../../shell/entity/entity.ts'
import type { FieldRow } from '../../../shell/entity/field.ts'
import { Text } from '../../../ui/layout/layout.tsx'
import { choiceOf, yesNo } from '../../../ui/search-form/filter.ts'
import { kindsLineIn } from '../role-badge.tsx'
import { roleActionText, roleFormText, roleListText, roleText } from '../role.text.ts'
import { KindsField } from './kinds-field.tsx'
import { roleColumns } from './role-columns.tsx'
import { typedCopy, typedRole, type Keeper, type TypedRole } from './role-typed.ts'

const { removeTitle, removeBody, removed } = roleActionText
const words = { ...roleText, ...roleListText, ...roleFormText, removeTitle, removeBody, removed }
type RoleWords = WordsOf<typeof words>

const nameOf = ({ name, enName }: Pick<RoleRow, 'name' | 'enName'>, locale: Locale): string =>
  locale === 'zh' ? name : enName

/** The reason why the person cannot change a role at all. */
const whyNotChanged = (row: RoleRow, w: RoleWords): string | undefined => {
  if (row.isOwn) return undefined
  return row.isBuiltIn ? w.ofProduct : w.ofAbove
}

const whyNotRemoved = (row: RoleRow, w: RoleWords): string | undefined => {
  if (row.isMine) return w.mine
  return whyNotChanged(row, w) ?? (row.accounts > 0 ? w.inUse({ count: row.accounts }) : undefined)
}

/** The form's values of a role. */
type Typed = TypedRole & { organisationId: string; copyOf: string | undefined; password: string }
type At = FieldsAt<RoleRow, Typed, RoleWords>

const roleFields = (
  own: Keeper,
  copied: RoleRow | null,
  { w, locale, row, form }: At,
): readonly (FieldRow<Typed> | false)[] => {
  const fixed = row?.isBuiltIn === true ? { disabled: true, hint: w.nameFixed } : {}
  const { description: most } = roleLimits
  const ofLanguage = {
    en: { name: { at: 'enName', label: w.nameEn }, description: { at: 'enDescription', label: w.descriptionEn } },
    zh: { name: { at: 'name', label: w.nameZh }, description: { at: 'description', label: w.descriptionZh } },
  } as const
  const first = ofLanguage[locale]
  const second = ofLanguage[locale === 'zh' ? 'en' : 'zh']
  return [
    row === null &&
      copied !== null && {
        kind: 'own',
        key: 'about',
        parts: [],
        input: (
          <Text.p paddingBottom="12" tone="ink-2">
            {w.copyHint}
          </Text.p>
        ),
      },
    { kind: 'text', required: true, ...fixed, ...first.name },
    { kind: 'text', required: true, ...fixed, ...second.name },
    {
      kind: 'own',
      key: 'kinds',
      parts: [{ at: 'kinds', label: w.kinds, shown: ({ kinds }) => kindsLineIn(kinds, locale) }],
      input: <KindsField own={own} row={row} form={form} />,
    },
    { kind: 'area', most, ...first.description },
    { kind: 'area', most, ...second.description },
    {
      kind: 'check',
      at: 'requiresTwoStep',
      label: w.requireTwoStep,
      hint: w.twoStepHint,
      put: (requiresTwoStep) => ({ requiresTwoStep }),
    },
    row?.holdsAll === true &&
      row.requiresTwoStep &&
      !form.values.requiresTwoStep && {
        kind: 'secret',
        at: 'password',
        label: w.password,
        hint: w.passwordHint,
        isOwn: true,
      },
  ]
}

/** The roles that `own` sees. A new one is offered to be kept by it, and begins as a copy of `copied` if that is given. */
export const roleEntity = (own: Keeper, copied: RoleRow | null) =>
  entity({
    name: 'system.role',
    words: {
      ...words,
      addTitle:
        copied === null
          ? roleFormText.add
          : {
              en: roleFormText.copyTitle.en({ name: copied.enName }),
              zh: roleFormText.copyTitle.zh({ name: copied.name }),
            },
      addVerb: copied === null ? roleFormText.add : roleFormText.copy,
    },
    refusals: contractText,
    list: roleApi.list,
    schemas: { search: RoleSearch, add: RoleDraft, update: RoleChange },
    add: roleApi.add,
    addAct: systemActs.addRole,
    update: roleApi.update,
    read: (id): Promise<RoleRow> => call(roleApi.detail, { id }, { quiet: true }),
    clash: 'role.changedSince',
    rowName: nameOf,
    typedName: nameOf,
    whyNotEdited: whyNotChanged,
    typed: (row: RoleRow | null): Typed => ({
      ...(row === null && copied !== null ? typedCopy(copied, own) : typedRole(row, own)),
      organisationId: own.id,
      copyOf: copied?.id,
      password: '',
    }),
    // An empty password is one left out.
    body: ({ organisationId, copyOf, password, ...fields }, row) => ({
      ...fields,
      ...(row === null ? { organisationId, copyOf } : {}),
      ...(password === '' ? {} : { password }),
    }),
    width: 520,
    fields: (at) => roleFields(own, copied, at),
    filters: ({ w, locale }) => [
      { kind: 'text', name: 'keyword', label: w.keyword, maxLength: 60 },
      yesNo('enabled', { label: w.state, any: w.anyState, yes: w.enabled, no: w.disabled }),
      yesNo('isBuiltIn', { label: w.origin, any: w.anyOrigin, yes: w.product, no: w.own }),
      choiceOf('kind', [w.kinds, w.anyKind], organisationKinds, (kind) => kindNamesIn(locale)[kind]),
      yesNo('requiresTwoStep', { label: w.twoStep, any: w.anyTwoStep, yes: w.required, no: w.optional }),
    ],
    columns: ({ locale }) => roleColumns(locale),
    remove: { call: roleApi.remove, body: (rows) => ({ ids: rows.map(({ id }) => id) }), whyNot: whyNotRemoved },
  })
