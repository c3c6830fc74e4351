import { firmwareDeviceApi } from '@brigade/contract/firmware/firmware.endpoints.ts'
import { firmwareText as contractText } from '@brigade/contract/firmware/firmware.text.ts'
import { taskLimits } from '@brigade/contract/firmware/reach.model.ts'
import { upgradeTaskApi } from '@brigade/contract/firmware/task.endpoints.ts'
import { rateLimits } from '@brigade/contract/firmware/task.rules.ts'
import { DeviceUpgrade, type DeviceFirmware } from '@brigade/contract/firmware/upgrade-device.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useWords } from '../../platform/locale.ts'
import { ask, useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { SheetForm, useDirty } from '../../shell/sheet-form.tsx'
import { useSheet } from '../../shell/sheet.ts'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { Text } from '../../ui/layout/layout.tsx'
import { taskHref } from '../firmware-address.ts'
import shared from '../firmware.module.css'
import { leaveFor } from '../leave-sheet.ts'
import { useModuleName } from '../module-name.tsx'
import { taskFormText } from '../task-form/task-form.text.ts'
import { deviceFirmwareText } from './device-firmware.text.ts'

/** The contents of the form. `modelId` is its own: the model of the targets. */
type TypedUpgrade = ReturnType<typeof DeviceUpgrade.parse> & { modelId: string }
type Target = DeviceFirmware['models'][number]['targets'][number]

/** Target versions, name and approver: a task of this one device, submitted at once. */
export function UpgradeForm({ firmware }: { firmware: DeviceFirmware }) {
  const w = useWords(deviceFirmwareText)
  const t = useWords(taskFormText)
  const { form, model } = useUpgradeForm(firmware)
  useDirty(form.isDirty)
  const { values } = form
  return (
    <SheetForm onSubmit={form.submit} isBusy={form.isBusy} verb={t.submit}>
      <Text.p tone="ink-3">{w.intro}</Text.p>
      <RefusedNote message={form.refused} />
      {firmware.models.length < 2 ? null : (
        <SelectField
          label={w.model}
          required
          value={values.modelId}
          options={firmware.models.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(modelId) => form.put({ modelId: modelId ?? '', versionIds: [] })}
        />
      )}
      <Targets form={form} targets={model?.targets ?? []} />
      <TextField label={w.name} required autoComplete="off" {...form.text('name')} />
      <TextArea label={t.description} rows={2} most={taskLimits.note} {...form.text('description')} />
      <Approver form={form} />
    </SheetForm>
  )
}

function useUpgradeForm({ device, models }: DeviceFirmware) {
  const sheet = useSheet()
  const w = useWords(deviceFirmwareText)
  const t = useWords(taskFormText)
  const upgrade = useSend(firmwareDeviceApi.upgradeDevice, { quiet: true })
  const [first] = models
  const initial: TypedUpgrade = {
    deviceId: device.id,
    versionIds: [],
    name: w.nameFor({ sn: device.sn }),
    description: '',
    approverId: null,
    plan: { ratePerMinute: rateLimits.usual, allowDowngrade: false, allowUnknown: false, allowArchived: false },
    submit: true,
    modelId: first?.id ?? '',
  }
  const form = useContractForm({
    name: 'upgrade device',
    schema: DeviceUpgrade,
    initial,
    words: contractText,
    async send(draft) {
      const { id } = await upgrade.mutateAsync(draft)
      toastDone(t.submitted({ name: draft.name }))
      leaveFor(sheet.done, taskHref(id))
    },
  })
  return { form, model: models.find(({ id }) => id === form.values.modelId) }
}
type UpgradeFormState = ReturnType<typeof useUpgradeForm>['form']

/** A version for each module, and the confirmations that this choice requires. */
function Targets({ form, targets }: { form: UpgradeFormState; targets: readonly Target[] }) {
  const w = useWords(deviceFirmwareText)
  const t = useWords(taskFormText)
  const moduleName = useModuleName()
  const { versionIds, plan } = form.values
  const modules = [...new Set(targets.map(({ module }) => module))]
  const chosen = targets.filter(({ versionId }) => versionIds.includes(versionId))
  const choose = (module: string, versionId: string | null): void => {
    const others = targets
      .filter((target) => target.module !== module && versionIds.includes(target.versionId))
      .map((target) => target.versionId)
    form.put({ versionIds: versionId === null ? others : [...others, versionId] })
    form.leave('versionIds')
  }
  const ticks = [
    { key: 'allowDowngrade' as const, isAsked: chosen.some(({ relation }) => relation === 'higher'), words: w.higher },
    { key: 'allowUnknown' as const, isAsked: chosen.some(({ relation }) => relation === 'unknown'), words: w.unknown },
    { key: 'allowArchived' as const, isAsked: chosen.some(({ isArchived }) => isArchived), words: w.archived },
  ]
  return (
    <>
      {modules.map((module) => (
        <SelectField
          key={module}
          label={modules.length === 1 ? t.target : t.targetOf({ module: moduleName(module) })}
          required={modules.length === 1}
          clearable={modules.length > 1}
          searchable
          placeholder={modules.length === 1 ? w.chooseTarget : t.noTarget}
          value={chosen.find((target) => target.module === module)?.versionId ?? null}
          options={targets
            .filter((target) => target.module === module)
            .map(({ versionId, number, alias, isArchived }) => ({
              value: versionId,
              label: [number, alias, isArchived ? t.archived : ''].filter(Boolean).join(' · '),
            }))}
          error={form.errorOf('versionIds')}
          onChange={(versionId) => choose(module, versionId)}
        />
      ))}
      {ticks
        .filter(({ isAsked }) => isAsked)
        .map(({ key, words }) => (
          <Checkbox key={key} checked={plan[key]} onChange={(isOn) => form.set('plan', { ...plan, [key]: isOn })}>
            {words}
          </Checkbox>
        ))}
    </>
  )
}

function Approver({ form }: { form: UpgradeFormState }) {
  const t = useWords(taskFormText)
  const { approverId, versionIds } = form.values
  const { data } = useQuery(ask(upgradeTaskApi.auditors, { versionIds: versionIds.join(',') }, { quiet: true }))
  return (
    <>
      {data?.sole === true ? <p className={shared.wrong}>{t.sole}</p> : null}
      <SelectField
        label={t.approver}
        hint={approverId === null ? t.noApproverHint : t.approverHint}
        clearable
        placeholder={t.anyApprover}
        value={approverId}
        options={(data?.list ?? []).map(({ id, name, account, tookPart }) => ({
          value: id,
          label: [`${name} (${account})`, tookPart ? t.tookPart : ''].filter(Boolean).join(' · '),
          disabled: tookPart && data?.sole !== true,
        }))}
        error={form.errorOf('approverId')}
        onChange={(value) => form.set('approverId', value)}
      />
    </>
  )
}
