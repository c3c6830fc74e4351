import type { Endpoint, FileReply, JsonReply } from '@brigade/contract/endpoint.ts'
import type { JobStarted } from '@brigade/contract/job/job.model.ts'
import { useState } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { call } from '../../platform/call.ts'
import { useWords } from '../../platform/locale.ts'
import { upload } from '../../platform/upload.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { PasswordForm } from '../../ui/dialog/password-prompt.tsx'
import { useAnnounceJob, useJob } from '../job-link.tsx'
import { hasEnded } from '../job-state.ts'
import { ChooseTable, type FileForm } from './choose-table.tsx'
import { ImportChecked, ImportDone, ImportRunning, ImportSending } from './import-steps.tsx'
import { setImport, useImport } from './import-state.ts'
import { importText } from './import.text.ts'

/** The calls of an import: the empty table if there is one, the check of a filled one, and the import of the checked one. */
export type ImportCalls = {
  template?: Endpoint & { reply: FileReply }
  check: Endpoint & { bodyKind: 'upload'; reply: JsonReply<typeof JobStarted> }
  apply: Endpoint & { bodyKind: 'json'; reply: JsonReply<typeof JobStarted> }
}

type Props = {
  /** An import keeps running under this name while its dialog is closed. */
  name: string
  title: string
  /** The intro explains when a row adds a record and when it changes one. */
  intro: string
  calls: ImportCalls
  /** Template and check requests send these extra parameters, for example the product. */
  fields?: Readonly<Record<string, string>>
  /** An import without a template describes the required form of the file here. */
  form?: FileForm
  /** An import that requires the sign-in password shows this text above the password field. */
  asks?: string
  isOpen: boolean
  onClose: () => void
}

/**
 * Imports a table: template, file, check with a preview of the effect, import. Check and import are jobs: closing the dialog stops neither,
 * and opening it again shows their progress.
 */
export function ImportDialog({ name, title, intro, calls, fields = {}, form, asks, isOpen, onClose }: Props) {
  const w = useWords(importText)
  const state = useImport(name)
  const announce = useAnnounceJob()
  const job = useJob(state.phase === 'check' || state.phase === 'apply' ? state.jobId : null)

  const begin = (refused: string | null = null): void => setImport(name, { phase: 'choose', refused })
  const check = async (file: File): Promise<void> => {
    setImport(name, { phase: 'send', fileName: file.name, share: 0 })
    try {
      const { jobId } = await upload(calls.check, file, fields, {
        quiet: true,
        onProgress: (share) => setImport(name, { phase: 'send', fileName: file.name, share }),
      })
      announce(jobId, { shownInPlace: true })
      setImport(name, { phase: 'check', jobId })
    } catch (error) {
      begin(wordsOf(error))
    }
  }
  const [isAsking, setAsking] = useState(false)
  const start = async (body: { checkedJobId: string; password?: string }): Promise<void> => {
    const { jobId } = await call(calls.apply, body, { quiet: true })
    announce(jobId, { shownInPlace: true })
    setAsking(false)
    setImport(name, { phase: 'apply', jobId })
  }
  const apply = async (checkedJobId: string): Promise<void> => {
    if (asks !== undefined) return setAsking(true)
    try {
      await start({ checkedJobId })
    } catch (error) {
      begin(wordsOf(error))
    }
  }
  const close = (): void => {
    // From now on the tray reports the end of the job.
    if (job !== undefined && !hasEnded(job)) announce(job.id)
    // The dialog does not show an import again after its result was seen.
    if (state.phase === 'apply' && job !== undefined && hasEnded(job)) begin()
    setAsking(false)
    onClose()
  }

  const step = (() => {
    if (state.phase === 'send') return <ImportSending {...state} onClose={close} />
    if (state.phase === 'choose')
      return (
        <ChooseTable
          intro={intro}
          template={calls.template}
          form={form}
          fields={fields}
          refused={state.refused}
          onFile={(file) => void check(file)}
          onClose={close}
        />
      )
    if (job === undefined || !hasEnded(job))
      return <ImportRunning job={job} isCheck={state.phase === 'check'} onAnother={begin} onClose={close} />
    if (state.phase === 'check' && asks !== undefined && isAsking)
      return (
        <PasswordForm
          confirmLabel={w.importNow}
          onCancel={() => setAsking(false)}
          onConfirm={(password) => start({ checkedJobId: job.id, password })}
        >
          {asks}
        </PasswordForm>
      )
    if (state.phase === 'check')
      return <ImportChecked job={job} onImport={() => apply(job.id)} onAnother={begin} onClose={close} />
    return <ImportDone job={job} onAnother={begin} onClose={close} />
  })()
  return (
    <Dialog title={title} isOpen={isOpen} onClose={close} width={640}>
      {step}
    </Dialog>
  )
}

const wordsOf = (error: unknown): string =>
  error instanceof CallError ? (error.fields['file'] ?? error.message) : String(error)
