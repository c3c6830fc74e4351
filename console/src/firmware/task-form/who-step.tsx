import type { TaskForm } from './use-task-form.ts'
import { ConditionFields } from './condition-fields.tsx'
import { DeviceListField } from './device-list-field.tsx'
import { DryRunPanel } from './dry-run-panel.tsx'

/** The devices: a list if devices are named, conditions, and the reached devices, before any device is touched. */
export function WhoStep({ form, isFixed }: { form: TaskForm; isFixed: boolean }) {
  return (
    <>
      {form.typed.type === 'device' ? <DeviceListField form={form} isFixed={isFixed} /> : null}
      <ConditionFields form={form} />
      <DryRunPanel draft={form.draft} />
    </>
  )
}
