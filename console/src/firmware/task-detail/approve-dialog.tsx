import { taskLimits } from '@brigade/contract/firmware/reach.model.ts'
import { upgradeTaskApi } from '@brigade/contract/firmware/task.endpoints.ts'
import type { UpgradeTaskDetail } from '@brigade/contract/firmware/task.model.ts'
import { useState } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { formatNumber, formatTime } from '../../platform/format.ts'
import { useKept, useUnsaved } from '../../platform/kept-work.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { PasswordPrompt } from '../../ui/dialog/password-prompt.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { Box, Text } from '../../ui/layout/layout.tsx'
import { Digest } from '../file-facts.tsx'
import { firmwareText } from '../firmware.text.ts'
import { useTargetWords } from '../task/targets.tsx'
import css from '../task/task.module.css'
import { actText } from '../task.text.ts'
import { useActWords } from '../task/use-act-words.ts'

type Props = { task: UpgradeTaskDetail; isOpen: boolean; onClose: () => void }

/**
 * Shows exactly what is approved, and requires the password; a sole approver must also state the reason, shown in red.
 */
export function ApproveDialog({ task, isOpen, onClose }: Props) {
  const w = useWords(actText)
  const f = useWords(firmwareText)
  const words = useActWords()
  const targetWords = useTargetWords()
  const approve = useSend(upgradeTaskApi.approve, { quiet: true })
  const [reason, setReason] = useKept('reason of approval', '')
  useUnsaved(isOpen && reason !== '')
  const [problem, setProblem] = useState<CallError | 'empty' | null>(null)
  const { id, updatedAt, name, approval } = task
  const confirm = async (password: string): Promise<void> => {
    if (approval.isSole && reason.trim() === '') {
      setProblem('empty')
      throw new CallError({ status: 422, code: 422, message: w.reasonNeeded })
    }
    setProblem(null)
    try {
      const { countsAt } = await approve.mutateAsync({
        id,
        updatedAt,
        password,
        reason: approval.isSole ? reason : '',
      })
      toastDone(countsAt === null ? w.approved({ name }) : w.approvedAlone({ name, time: formatTime(countsAt) }))
    } catch (error) {
      if (error instanceof CallError && error.fields?.['reason'] !== undefined) setProblem(error)
      throw error
    }
    setReason('')
  }
  return (
    <PasswordPrompt
      title={w.approveTitle({ name })}
      isOpen={isOpen}
      onClose={onClose}
      confirmLabel={words('approve')}
      onConfirm={confirm}
    >
      <div className={css.confirm}>
        <p>{w.approveBody({ n: formatNumber(task.total), targets: targetWords(task.targets) })}</p>
        {task.downgrades === 0 ? null : (
          <p className={css.grave}>{w.downgrades({ n: formatNumber(task.downgrades) })}</p>
        )}
        {approval.digest === null ? null : (
          <Box.dl marginBottom="12">
            <Text.dt size="xs" tone="ink-3">
              {w.digest}
            </Text.dt>
            <dd>
              <Digest value={approval.digest} of="approval" />
            </dd>
          </Box.dl>
        )}
        {approval.others.length === 0 ? null : (
          <p className={css.grave} role="note">
            {w.waitsFor({ names: approval.others.map((other) => other || f.someoneGone).join(f.listMark) })}
          </p>
        )}
        {approval.isSole ? <SoleReason value={reason} problem={problem} onChange={setReason} /> : null}
      </div>
    </PasswordPrompt>
  )
}

type SoleProps = { value: string; problem: CallError | 'empty' | null; onChange: (reason: string) => void }

function SoleReason({ value, problem, onChange }: SoleProps) {
  const w = useWords(actText)
  const locale = useLocale()
  return (
    <>
      <p className={css.grave} role="note">
        {w.sole}
      </p>
      <TextArea
        label={w.soleReason}
        required
        rows={2}
        most={taskLimits.note}
        value={value}
        error={
          problem === 'empty' && value.trim() === ''
            ? w.reasonNeeded
            : problem instanceof CallError
              ? problem.fieldIn('reason', locale)
              : undefined
        }
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </>
  )
}
