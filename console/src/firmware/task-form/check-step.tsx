import { upgradeTaskApi } from '@brigade/contract/firmware/task.endpoints.ts'
import { taskTypeWords } from '@brigade/contract/firmware/upgrade-words.ts'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { StateShape } from '../../ui/icon/state-shape.tsx'
import { Box, Text } from '../../ui/layout/layout.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { FactList } from '../../ui/page/fact-list.tsx'
import { firmwareText } from '../firmware.text.ts'
import { DryRunPanel } from './dry-run-panel.tsx'
import { NoHaltNote } from './how-step.tsx'
import css from './task-form.module.css'
import { taskFormText } from './task-form.text.ts'
import { targetIds } from './task-typed.ts'
import type { TaskForm } from './use-task-form.ts'
import { useTypedWords } from './use-typed-words.ts'

/** The summary before sending: the versions, the reached devices, the downgrades, and who approves it. */
export function CheckStep({ form, taskId }: { form: TaskForm; taskId: string | undefined }) {
  return (
    <>
      <NoHaltNote />
      <Summary form={form} />
      <Relations form={form} />
      <ApproverField form={form} taskId={taskId} />
      <DryRunPanel draft={form.draft} />
    </>
  )
}

function Summary({ form: { typed } }: { form: TaskForm }) {
  const w = useWords(taskFormText)
  const f = useWords(firmwareText)
  const locale = useLocale()
  const shown = useTypedWords(typed.modelId)
  return (
    <Box.section marginBottom="20" border="none" shrink className={css.block} aria-label={w.summary}>
      <Text.h3 paddingBottom="8" weight="600">
        {w.summary}
      </Text.h3>
      <FactList
        facts={[
          { key: 'name', label: w.name, value: typed.name },
          { key: 'model', label: f.model, value: shown('modelId', typed) },
          { key: 'target', label: w.target, value: shown('targets', typed) },
          { key: 'type', label: w.type, value: taskTypeWords[typed.type][locale] },
          typed.type === 'version'
            ? { key: 'sources', label: w.sources, value: shown('sources', typed) }
            : { key: 'list', label: w.list, value: shown('list', typed) },
          { key: 'conditions', label: w.conditions, value: shown('conditions', typed) },
          { key: 'rate', label: w.rate, value: shown('rate', typed) },
          { key: 'start', label: w.start, value: shown('startAt', typed) },
          { key: 'end', label: w.end, value: shown('endAt', typed) },
        ]}
      />
    </Box.section>
  )
}

/** Compares the versions of the devices with the target; a downgrade or an unknown version requires a confirmation. */
function Relations({ form: { draft, typed, put, errorOf } }: { form: TaskForm }) {
  const w = useWords(taskFormText)
  const { data, error, refetch } = useQuery({
    ...ask(upgradeTaskApi.compareVersions, draft === undefined ? {} : { draft }, { quiet: true }),
    enabled: draft !== undefined,
  })
  if (data === undefined && error !== null)
    return <ErrorPanel message={`${w.relationsFailed} ${error.message}`} onRetry={() => void refetch()} />
  if (data === undefined) return <div aria-busy="true" />
  const asksUnknown = typed.type === 'device' && data.unknown > 0
  if (data.higher === 0 && !asksUnknown && !typed.allowDowngrade) return null
  const counts = w.downgradeCounts({
    higher: formatNumber(data.higher),
    equal: formatNumber(data.equal),
    lower: formatNumber(data.lower),
    odd: formatNumber(data.notComparable),
    unknown: formatNumber(data.unknown),
  })
  return (
    <Box ground="warn-soft" className={css.warn} role="note">
      <StateShape name="error" tone="warn" />
      <Box grow shrink>
        {data.higher > 0 ? <b>{w.downgrade}</b> : null}
        <p>{counts}</p>
        {data.higher > 0 || typed.allowDowngrade ? (
          <Checkbox
            checked={typed.allowDowngrade}
            error={errorOf('plan.allowDowngrade')}
            onChange={(allowDowngrade) => put({ allowDowngrade })}
          >
            {w.allowDowngrade({ n: formatNumber(data.higher) })}
          </Checkbox>
        ) : null}
        {asksUnknown ? (
          <Checkbox
            checked={typed.allowUnknown}
            error={errorOf('plan.allowUnknown')}
            onChange={(allowUnknown) => put({ allowUnknown })}
          >
            {w.allowUnknown({ n: formatNumber(data.unknown) })}
          </Checkbox>
        ) : null}
      </Box>
    </Box>
  )
}

/** Chooses the approver. People who took part are listed but disabled, unless nobody else may approve. */
function ApproverField({ form: { typed, put, errorOf }, taskId }: { form: TaskForm; taskId: string | undefined }) {
  const w = useWords(taskFormText)
  const versionIds = targetIds(typed).join(',')
  const query = taskId === undefined ? { versionIds } : { id: taskId, versionIds }
  const { data, error, refetch } = useQuery(ask(upgradeTaskApi.auditors, query, { quiet: true }))
  if (data === undefined && error !== null) return <ErrorPanel message={error.message} onRetry={() => void refetch()} />
  const list = data?.list ?? []
  const isStuck = data !== undefined && !data.sole && list.every(({ tookPart }) => tookPart)
  return (
    <Box paddingBottom="16" aria-busy={data === undefined}>
      {data?.sole === true ? (
        <Text.p ground="bad-soft" weight="500" className={css.grave} role="note">
          <StateShape name="error" />
          {w.sole}
        </Text.p>
      ) : null}
      {isStuck ? (
        <Text.p ground="bad-soft" weight="500" className={css.grave} role="note">
          <StateShape name="error" />
          {w.noApprover}
        </Text.p>
      ) : null}
      <SelectField
        label={w.approver}
        hint={typed.approverId === null ? w.noApproverHint : w.approverHint}
        clearable
        placeholder={w.anyApprover}
        value={typed.approverId}
        options={list.map(({ id, name, account, tookPart }) => ({
          value: id,
          label: [`${name} (${account})`, tookPart ? w.tookPart : ''].filter(Boolean).join(' · '),
          disabled: tookPart && data?.sole !== true,
        }))}
        error={errorOf('approverId')}
        onChange={(approverId) => put({ approverId })}
      />
    </Box>
  )
}
