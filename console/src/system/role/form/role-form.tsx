import { organisationKinds, type OrganisationKind } from '@brigade/contract/customer/organisation.model.ts'
import { roleApi } from '@brigade/contract/system/role/role.endpoints.ts'
import { RoleDraft, type RoleRow } from '@brigade/contract/system/role/role.model.ts'
import { roleText as contractText } from '@brigade/contract/system/role/role.text.ts'
import { useState } from 'react'
import { z } from 'zod'
import { OrganisationSelect } from '../../../customer/organisation-select.tsx'
import { useCan } from '../../../platform/can.ts'
import { CallError } from '../../../platform/call-error.ts'
import { call } from '../../../platform/call.ts'
import { useKept } from '../../../platform/kept-work.ts'
import { useWords } from '../../../platform/locale.ts'
import { go } from '../../../platform/navigate.ts'
import { useSend } from '../../../platform/query.ts'
import { toastDone, toastOffer } from '../../../platform/toast.ts'
import { SheetForm, useDirty } from '../../../shell/sheet-form.tsx'
import { useSheet } from '../../../shell/sheet.ts'
import { RefusedNote } from '../../../ui/dialog/refused-note.tsx'
import { OwnPasswordField } from '../../../ui/field/text-field.tsx'
import { useContractForm } from '../../../ui/form/use-contract-form.ts'
import { Text } from '../../../ui/layout/layout.tsx'
import { permissionsHref } from '../role-address.ts'
import { useRoleName } from '../role-badge.tsx'
import { roleFormText, roleText } from '../role.text.ts'
import { RoleClash } from './role-clash.tsx'
import { RoleFields } from './role-fields.tsx'
import css from './role-form.module.css'
import { kindsOfKeeper, nothingTyped, typedCopy, typedRole, type Keeper } from './role-typed.ts'

/** A new role, or one that begins as a copy. It is kept by the own organisation unless another is chosen. */
export function NewRoleForm({ of, own }: { of: RoleRow | null; own: Keeper }) {
  const sheet = useSheet()
  const r = useWords(roleText)
  const w = useWords(roleFormText)
  const can = useCan()
  const nameOf = useRoleName()
  const add = useSend(roleApi.add, { quiet: true })
  const [keeper, setKeeper] = useKept<Keeper>('role keeper', own)
  const form = useContractForm({
    name: 'role',
    schema: RoleDraft,
    initial: {
      ...(of === null ? nothingTyped(own) : typedCopy(of, own, copySuffix)),
      organisationId: own.id,
      ...(of === null ? {} : { copyOf: of.id }),
    },
    words: contractText,
    async send(draft) {
      const { id, leftOut } = await add.mutateAsync(draft)
      const name = nameOf(draft)
      const message = of === null ? w.added({ name }) : w.copied({ name, leftOut })
      if (can('role:permit')) toastOffer(message, { label: w.setPermissions, run: () => go(permissionsHref(id)) })
      else toastDone(message)
      sheet.done()
    },
  })
  useDirty(form.isDirty)
  const allowed = kindsOfKeeper(keeper.kind)
  const choose = (chosen: Keeper): void => {
    const kinds = form.values.kinds.filter((kind) => kindsOfKeeper(chosen.kind).includes(kind))
    setKeeper({ id: chosen.id, name: chosen.name, kind: chosen.kind })
    form.put({ organisationId: chosen.id, kinds: kinds.length === 0 ? [chosen.kind] : kinds })
  }
  return (
    <SheetForm className={css.form} onSubmit={form.submit} isBusy={form.isBusy} verb={of === null ? w.add : w.copy}>
      <RefusedNote message={form.refused} />
      {of === null ? null : (
        <Text.p paddingBottom="12" tone="ink-2">
          {w.copyHint}
        </Text.p>
      )}
      <RoleFields form={form} allowed={allowed}>
        <OrganisationSelect
          label={r.keeper}
          holds="customer"
          chosen={keeper}
          onChange={choose}
          onBlur={() => form.leave('organisationId')}
          error={form.errorOf('organisationId')}
          hint={w.keeperHint}
        />
      </RoleFields>
    </SheetForm>
  )
}

/** The names of a copy end with it in both languages, whichever is on screen. */
const copySuffix = { zh: roleFormText.copyName.zh, en: roleFormText.copyName.en }

/** The own password is left out where it was not asked for. */
const EditedRole = RoleDraft.extend({ password: z.string().default('') })

/** The fields of a role. A change of somebody else is shown beside the own one, and nothing typed is lost. */
export function EditRoleForm({ role }: { role: RoleRow }) {
  const sheet = useSheet()
  const w = useWords(roleFormText)
  const nameOf = useRoleName()
  const update = useSend(roleApi.update, { quiet: true })
  const [base, setBase] = useKept('role base', role)
  const [clash, setClash] = useState<{ by: CallError; now: RoleRow } | null>(null)
  const form = useContractForm({
    name: 'role',
    schema: EditedRole,
    initial: { ...typedRole(base), password: '' },
    words: contractText,
    async send({ organisationId: _keeper, copyOf: _copy, password, ...fields }) {
      const { id, updatedAt } = base
      try {
        await update.mutateAsync({ ...fields, ...(password === '' ? {} : { password }), id, updatedAt })
      } catch (error) {
        if (error instanceof CallError && error.key === 'role.changedSince')
          setClash({ by: error, now: await call(roleApi.detail, { id }, { quiet: true }) })
        throw error
      }
      toastDone(w.saved({ name: nameOf(fields) }))
      sheet.done()
    },
  })
  useDirty(form.isDirty)
  const { password, ...mine } = form.values
  const allowed: readonly OrganisationKind[] =
    base.organisation === null ? organisationKinds : kindsOfKeeper(base.organisation.kind)
  return (
    <SheetForm className={css.form} onSubmit={form.submit} isBusy={form.isBusy} verb={w.save}>
      {clash === null ? (
        <RefusedNote message={form.refused} />
      ) : (
        <RoleClash
          {...clash}
          base={base}
          mine={mine}
          onGoOn={(values) => {
            form.rebase({ ...typedRole(clash.now), password }, { ...values, password })
            setBase(clash.now)
            setClash(null)
          }}
        />
      )}
      <RoleFields form={form} allowed={allowed} isBuiltIn={base.isBuiltIn} />
      {base.holdsAll && base.requiresTwoStep && !form.values.requiresTwoStep ? (
        <OwnPasswordField label={w.password} hint={w.passwordHint} {...form.text('password')} />
      ) : null}
    </SheetForm>
  )
}
