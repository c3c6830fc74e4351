import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

/** The metrics of one process, for Prometheus. */
export type Metrics = Registry

export function openMetrics(): Metrics {
  const metrics = new Registry()
  collectDefaultMetrics({ register: metrics })
  return metrics
}

export type CallMeasures = Readonly<{
  begun: () => void
  /** Called when a request has ended, answered or not: the client may have disconnected. */
  over: () => void
  ended: (call: { method: string; route: string; status: number; seconds: number }) => void
}>

export function measureCalls(metrics: Metrics): CallMeasures {
  const registers = [metrics]
  const seconds = new Histogram({
    name: 'brigade_http_seconds',
    help: 'Time to answer a call',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  })
  const refused = new Counter({
    name: 'brigade_http_refused_total',
    help: 'Calls refused',
    labelNames: ['status'],
    registers,
  })
  const open = new Gauge({ name: 'brigade_http_open', help: 'Calls being answered', registers })
  return {
    begun: () => open.inc(),
    over: () => open.dec(),
    ended: ({ method, route, status, ...call }) => {
      seconds.observe({ method, route, status: String(status) }, call.seconds)
      if (status >= 400) refused.inc({ status: String(status) })
    },
  }
}

export type LinkMeasures = Readonly<{
  /** Runs the work on a batch of messages; counts them once it has succeeded. */
  batch: <T>(messages: readonly unknown[], work: () => Promise<T>) => Promise<T>
  refused: () => void
  outOfOrder: () => void
}>

/** `connections`: devices connected to this process; absent with an external broker. */
export function measureLink(
  metrics: Metrics,
  {
    waiting,
    oldestMs,
    connections,
  }: {
    waiting: () => number
    /** The waiting time of the oldest message in the queue. */
    oldestMs: () => number
    connections?: () => number
  },
): LinkMeasures {
  const registers = [metrics]
  const seconds = new Histogram({
    name: 'brigade_message_batch_seconds',
    help: 'Time to write a batch of messages of devices',
    labelNames: ['outcome'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  })
  const written = new Counter({
    name: 'brigade_messages_total',
    help: 'Messages of devices that were taken in and may be acknowledged',
    registers,
  })
  const disordered = new Counter({
    name: 'brigade_messages_out_of_order_total',
    help: 'Messages that overtook an earlier one of their connection: a fault of this program',
    registers,
  })
  addGauge(metrics, 'brigade_messages_waiting', 'Messages received and not written yet', waiting)
  addGauge(metrics, 'brigade_messages_oldest_seconds', 'How long the oldest of those waits', () => oldestMs() / 1000)
  if (connections !== undefined)
    addGauge(metrics, 'brigade_device_connections', 'Devices connected to this process', connections)
  const refused =
    connections &&
    new Counter({
      name: 'brigade_device_connections_refused_total',
      help: 'Connections of devices that were refused',
      registers,
    })
  return {
    batch: async (messages, work) => {
      const end = seconds.startTimer()
      try {
        const result = await work()
        written.inc(messages.length)
        end({ outcome: 'written' })
        return result
      } catch (error) {
        end({ outcome: 'failed' })
        throw error
      }
    },
    refused: () => refused?.inc(),
    outOfOrder: () => disordered.inc(),
  }
}

export type JobMeasures = <T>(name: string, work: () => Promise<T>) => Promise<T>

/** `waiting`: the amount of queued long work, in the whole installation. */
export function measureJobs(metrics: Metrics, { waiting }: { waiting: () => Promise<number> }): JobMeasures {
  const seconds = new Histogram({
    name: 'brigade_job_seconds',
    help: 'Time that a job took',
    labelNames: ['job', 'outcome'],
    buckets: [0.01, 0.1, 1, 10, 60, 600, 3600],
    registers: [metrics],
  })
  addGauge(metrics, 'brigade_jobs_waiting', 'Long work that waits to be begun', waiting)
  return async (job, work) => {
    const end = seconds.startTimer({ job })
    try {
      const result = await work()
      end({ outcome: 'done' })
      return result
    } catch (error) {
      end({ outcome: 'failed' })
      throw error
    }
  }
}

/**
 * `standsSince`: the time at which the oldest unwritten message was received, when the intake of any connector is
 * stalled.
 */
export function measureIntake(
  metrics: Metrics,
  { standsSince, now }: { standsSince: () => Promise<number | undefined>; now: () => number },
): void {
  const help =
    'How long the oldest unwritten message waits where intake stands still, in the whole installation; else 0'
  addGauge(metrics, 'brigade_intake_standstill_seconds', help, async () => {
    const since = await standsSince()
    return since === undefined ? 0 : Math.max(0, now() - since) / 1000
  })
}

/** `health`: the deviation of the past day that was last counted again, and the time when the last run was due. */
export function measureStatistics(
  metrics: Metrics,
  { health, now }: { health: () => Promise<{ difference: number; takenAt: string | null }>; now: () => number },
): void {
  const off = 'Difference between a past day of the statistics and its raw rows, as the last night found and mended it'
  addGauge(metrics, 'brigade_statistics_difference', off, async () => (await health()).difference)
  const age = 'How long ago the last run of the statistics was due that succeeded; 0 before the first'
  addGauge(metrics, 'brigade_statistics_age_seconds', age, async () => {
    const { takenAt } = await health()
    return takenAt === null ? 0 : Math.max(0, now() - Date.parse(takenAt)) / 1000
  })
}

/** Sign-in codes of the phone app, of the whole installation. */
export function measureCodes(
  metrics: Metrics,
  counts: () => Promise<Readonly<{ codes: number; refused: number }>>,
): void {
  const sent = 'Sign-in codes of the phone app within the last hour, in the whole installation'
  addGauge(metrics, 'brigade_app_codes_hour', sent, async () => (await counts()).codes)
  const over = 'Sign-in codes of the phone app refused within the last hour because of APP_CODES_PER_HOUR'
  addGauge(metrics, 'brigade_app_codes_refused_hour', over, async () => (await counts()).refused)
}

/** The value is read at each scrape. When reading fails, the previous value remains. */
function addGauge(metrics: Metrics, name: string, help: string, read: () => number | Promise<number>): void {
  const gauge: Gauge = new Gauge({
    name,
    help,
    registers: [metrics],
    collect: async () => {
      const value = await Promise.resolve(read()).catch(() => undefined)
      if (value !== undefined) gauge.set(value)
    },
  })
}
