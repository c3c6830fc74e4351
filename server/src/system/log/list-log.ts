import { allEndpoints, findText } from '@brigade/contract/catalogue.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import type { Page } from '@brigade/contract/paging.ts'
import {
  maxChanges,
  type ChainState,
  type LogDetail,
  type LogRow,
  type LogSearch,
} from '@brigade/contract/system/log/log.model.ts'
import { hourMs } from '@brigade/contract/time.ts'
import { knownScope } from '../../customer/data-scope.ts'
import { textOfKey } from '../../platform/http/answer.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { findNewestLeft, readChain } from './seal/chain.store.ts'
import { findNewestCheck } from './seal/part.store.ts'
import { withNames } from './names/with-names.ts'
import { placesOf } from './seal/checkpoints.ts'
import { countWaiting, findBody, findLine, findLinePage, listChanges, type StoredLine } from './log.store.ts'

const summaries = new Map(allEndpoints.map(({ domain, name, summary }) => [`${domain}.${name}`, summary]))

/** The summary of the operation; undefined for a call or a job of another version. */
function summaryOf({ method, module, operation }: StoredLine, locale: Locale): string | undefined {
  const job = `job.${module}.${operation}`
  if (method === 'JOB') return findText(job) === undefined ? undefined : textOfKey(job, locale)
  return summaries.get(`${module}.${operation}`)?.[locale]
}

type CallCtx = Pick<Ctx, 'db' | 'caller' | 'locale'>

export async function listLines(ctx: CallCtx, search: LogSearch): Promise<Page<LogRow>> {
  const { list, ...counted } = await findLinePage(ctx.db, ctx.caller, search)
  return {
    list: list.map((line) => shownLine(readerOf(ctx), line)),
    ...counted,
    pageNum: search.pageNum,
    pageSize: search.pageSize,
  }
}

export async function getLine(ctx: CallCtx, id: string): Promise<LogDetail> {
  const line = (await findLine(ctx.db, ctx.caller, id)) ?? refuse('log.unknown')
  const stored = await listChanges(ctx.db, ctx.caller, line.operationId, maxChanges + 1)
  const scope = await knownScope(ctx.db, ctx.caller)
  const changes = await withNames({ db: ctx.db, scope, locale: ctx.locale }, stored.slice(0, maxChanges))
  const isVisible = line.isActorWithin || ctx.caller.organisationKind === 'platform'
  const body = isVisible ? await findBody(ctx.db, line.operationId) : undefined
  return {
    ...shownLine(readerOf(ctx), line),
    method: line.method,
    path: line.path,
    request: body?.request ?? null,
    response: body?.response ?? null,
    body: !isVisible ? 'hidden' : body === undefined && line.origin === 'call' ? 'erased' : 'shown',
    changes,
    moreChanges: stored.length > maxChanges,
    leaf: line.leaf?.toString('hex') ?? null,
  }
}

/** `isWhole`: the platform's own staff, who see every actor. */
type Reader = Readonly<{ isWhole: boolean; locale: Locale }>
const readerOf = ({ caller, locale }: CallCtx): Reader => ({ isWhole: caller.organisationKind === 'platform', locale })

/** An actor from above the reader is shown as the platform's support, without name and address. */
export function shownLine({ isWhole, locale }: Reader, line: StoredLine): LogRow {
  const isSupport = line.accountId !== null && !line.isActorWithin && !isWhole
  const { id, loggedAt, module, operation, code, success, durationMs, origin, n } = line
  return {
    id,
    loggedAt,
    module,
    operation,
    code,
    success,
    durationMs,
    origin,
    n,
    actor: {
      account: isSupport ? '' : line.account,
      organisation: isSupport ? '' : (line.organisation ?? ''),
      isSupport,
    },
    address: isSupport ? '' : line.address,
    summary: summaryOf(line, locale) ?? '',
  }
}

/** A nightly check may have to wait, and takes some time. */
const overdueAfterMs = 26 * hourMs

export async function readChainState({
  db,
  settings,
  clock,
}: Pick<Ctx, 'db' | 'settings' | 'clock'>): Promise<ChainState> {
  const [{ n, sealedAt }, waiting, checkpoint, check] = await Promise.all([
    readChain(db),
    countWaiting(db),
    findNewestLeft(db),
    findNewestCheck(db),
  ])
  return {
    n: String(n),
    sealedAt,
    waiting,
    checkpoint: checkpoint === undefined ? null : { n: checkpoint.n, leftAt: checkpoint.madeAt },
    leavesFor: placesOf(settings),
    check:
      check === undefined
        ? null
        : {
            checkedAt: check.checkedAt,
            outcome: check.outcome,
            isWhole: check.isWhole,
            lines: Number(check.lines),
            dropped: Number(check.dropped),
            fault: check.fault,
            faultN: check.faultN,
            oldestAt: check.oldestAt,
            isOverdue: Date.parse(check.checkedAt) < clock.now() - overdueAfterMs,
          },
  }
}
