import type { Endpoint, JsonReply, RequestOf } from '@brigade/contract/endpoint.ts'
import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import { JobStarted, type JobDetail, type JobRow } from '@brigade/contract/job/job.model.ts'
import { useMutation, useQuery, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallError } from '../platform/call-error.ts'
import { call } from '../platform/call.ts'
import { formatNumber } from '../platform/format.ts'
import { useWords, wordsNow } from '../platform/locale.ts'
import { ask, loaded, type Lazy } from '../platform/query.ts'
import { toastDone } from '../platform/toast.ts'
import { Button } from '../ui/button/button.tsx'
import { announce, askForTray } from './seen-jobs.ts'
import { saveJobErrors, saveJobFile } from './job-files.ts'
import { hasEnded } from './job-state.ts'
import { jobText } from './job.text.ts'

/** Other screens use this module to start a job, follow it and save its result. The tray in the header does the rest. */

/** Opens the tray, which lists the person's own jobs. */
export const openTray = askForTray

/** `shownInPlace`: the screen itself shows the job, so that no toast shows its start or its end. */
type Announcing = { shownInPlace?: boolean }

/** Reports to the tray that a call of any kind (an upload) started a job. */
export function useAnnounceJob(): (jobId: string, options?: Announcing) => void {
  const client = useQueryClient()
  return (jobId, { shownInPlace = false } = {}) => {
    announce(jobId, shownInPlace)
    void client.invalidateQueries({ queryKey: [jobApi.list.domain, jobApi.list.name] })
    if (!shownInPlace) toastDone(wordsNow(jobText).started)
  }
}

type JobStart = Endpoint & { bodyKind: 'json'; reply: JsonReply<typeof JobStarted> }

/** The call starts a background job and returns its id; the tray follows the job. A toast shows a refusal. */
export function useStartJob<E extends JobStart>(
  endpoint: Lazy<E>,
  options: Announcing = {},
): UseMutationResult<string, CallError, RequestOf<E>> {
  const announceJob = useAnnounceJob()
  return useMutation({
    mutationFn: async (input: RequestOf<E>) => JobStarted.parse(await call(await loaded(endpoint), input)).jobId,
    onSuccess: (jobId) => announceJob(jobId, options),
  })
}

const lookAgainMs = 5000

/** A job with its present state, live while it runs, and with its first refused rows when it has ended. Undefined until it is known. */
export function useJob(id: string | null): JobDetail | undefined {
  const { data } = useQuery({
    ...ask(jobApi.detail, { id: id ?? '' }),
    enabled: id !== null,
    // Polling covers facts that the stream does not carry.
    refetchInterval: ({ state }) => (state.data !== undefined && hasEnded(state.data) ? false : lookAgainMs),
  })
  return data
}

type Look = { look?: 'plain' | 'primary' | 'quiet'; size?: 'normal' | 'small' }

/** Saves the file of a job; shows nothing if there is none. */
export function JobFileLink({ job, ...look }: { job: Pick<JobRow, 'id' | 'hasFile'> } & Look) {
  const w = useWords(jobText)
  return job.hasFile ? (
    <Saving {...look} onSave={() => saveJobFile(job.id)}>
      {w.download}
    </Saving>
  ) : null
}

/** Saves the rows that a job refused, each with its reason; shows nothing if there are none. */
export function JobErrorsLink({ job, ...look }: { job: Pick<JobRow, 'id' | 'hasErrors' | 'failed'> } & Look) {
  const w = useWords(jobText)
  return job.hasErrors ? (
    <Saving {...look} onSave={() => saveJobErrors(job.id)}>
      {`${w.downloadErrors} (${formatNumber(job.failed)})`}
    </Saving>
  ) : null
}

function Saving({ onSave, children, ...look }: { onSave: () => Promise<void>; children: string } & Look) {
  const [isBusy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    // A toast has already shown the refusal.
    await onSave().catch(() => undefined)
    setBusy(false)
  }
  return (
    <Button {...look} icon="download" busy={isBusy} onClick={() => void save()}>
      {children}
    </Button>
  )
}
