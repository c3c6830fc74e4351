import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import type { JobDetail, JobRow } from '@brigade/contract/job/job.model.ts'
import type { Page } from '@brigade/contract/paging.ts'
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { formatNumber } from '../platform/format.ts'
import { wordsNow } from '../platform/locale.ts'
import { useLive } from '../platform/live.ts'
import { patchHeld } from '../platform/live/patch-held.ts'
import { ask } from '../platform/query.ts'
import { toastFailure, toastOffer, type ToastAction } from '../platform/toast.ts'
import { claim, isAnyJobOpen, onJobStarted } from './seen-jobs.ts'
import { saveJobErrors, saveJobFile } from './job-files.ts'
import { hasEnded } from './job-state.ts'
import { jobText } from './job.text.ts'

/** The newest jobs; the tray shows no older ones. */
const shownJobs = ask(jobApi.list, { pageSize: 25 }, { quiet: true })

/**
 * The person's own jobs, live. The live call is open only while events can arrive (a job runs,
 * or the tray is open) and only in visible tabs; other tabs read again when they become visible.
 */
export function useJobs({ isOpen, onShow }: { isOpen: boolean; onShow: () => void }) {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({ ...shownJobs, staleTime: 10_000 })
  const jobs = data?.list
  const isVisible = useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible')
  const isUnderWay = jobs?.some((job) => !hasEnded(job)) === true
  const applyAll = (moved: readonly JobRow[]): void => {
    for (const job of moved) applyEvent(client, job)
    // No job moves, but one counts as running: it may have ended before the stream was open.
    if (moved.length === 0 && isUnderWay) void refetch()
  }
  useLive(jobApi.live, {}, (event) => applyAll(event.jobs), {
    enabled: isVisible && (isUnderWay || isOpen),
    onReconnect: () => void refetch(),
  })
  useAnnouncedJobs(() => void refetch())
  useEffect(() => {
    // A job may have ended while the tab was hidden or the connection was down.
    if (isVisible && isAnyJobOpen()) void refetch()
  }, [isVisible, refetch])
  useReportedEnds(jobs, isVisible, onShow)
  return { jobs, error, refetch, running: jobs?.filter((job) => !hasEnded(job)).length ?? 0 }
}

function onVisibility(react: () => void): () => void {
  document.addEventListener('visibilitychange', react)
  return () => document.removeEventListener('visibilitychange', react)
}

function useAnnouncedJobs(react: () => void): void {
  const onBegun = useEffectEvent(react)
  useEffect(() => onJobStarted(() => onBegun()), [])
}

/** Updates a job in every cached answer that contains it. */
function applyEvent(client: QueryClient, job: JobRow): void {
  patchHeld<Page<JobRow>>(client, shownJobs.queryKey, (page) => {
    const isKnown = page.list.some(({ id }) => id === job.id)
    return isKnown
      ? { ...page, list: page.list.map((row) => (row.id === job.id ? job : row)) }
      : { ...page, list: [job, ...page.list].toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)) }
  })
  const { queryKey } = ask(jobApi.detail, { id: job.id })
  patchHeld<JobDetail>(client, queryKey, (before) => ({ ...before, ...job }))
  // The detail contains the first refused rows.
  if (hasEnded(job)) void client.invalidateQueries({ queryKey })
}

/** A visible tab reports the end of a job once if it started the job, and reloads the data that the job changed. */
function useReportedEnds(jobs: readonly JobRow[] | undefined, isVisible: boolean, onShow: () => void): void {
  const client = useQueryClient()
  const show = useEffectEvent(onShow)
  const ended = useRef<ReadonlySet<string>>(undefined)
  useEffect(() => {
    if (jobs === undefined || !isVisible) return
    const over = jobs.filter(hasEnded)
    for (const job of over) {
      const begun = claim(job.id)
      if (begun !== undefined && !begun.shownInPlace) reportEnd(job, () => show())
      const isNews = ended.current !== undefined && !ended.current.has(job.id)
      // Its end may have arrived with the list instead of an event.
      if (isNews) void client.invalidateQueries({ queryKey: ask(jobApi.detail, { id: job.id }).queryKey })
      // An import has changed the lists of its domain.
      if (isNews && !job.kind.endsWith('export')) void client.invalidateQueries({ queryKey: [job.kind.split('.')[0]] })
    }
    ended.current = new Set(over.map(({ id }) => id))
  }, [jobs, isVisible, client])
}

function reportEnd(job: JobRow, onShow: () => void): void {
  const w = wordsNow(jobText)
  const { id, title, failed } = job
  const look: ToastAction = { label: w.open, run: onShow }
  if (job.status === 'failed') return toastFailure(w.failed({ title, why: job.error }), look)
  if (job.status === 'cancelled') return
  const message = failed > 0 ? w.succeededRefused({ title, n: formatNumber(failed) }) : w.succeeded({ title })
  const saved = (save: (id: string) => Promise<void>) => (): void => void save(id).catch(() => undefined)
  if (job.hasFile) return toastOffer(message, { label: w.download, run: saved(saveJobFile) })
  if (job.hasErrors) return toastOffer(message, { label: w.downloadErrors, run: saved(saveJobErrors) })
  toastOffer(message, look)
}
