// Drives one of Alibaba's SDKs for Node by its own functions: each request is a line of JSON, and each answer too
// (driver.ts).
import { createInterface } from 'node:readline'

const [, , name] = process.argv
const { default: sdk } = await import(name)
const tell = (line) => process.stdout.write(`${JSON.stringify(line)}\n`)
/** The reply to a call of the SDK. */
const reply = (call) => new Promise((resolve) => call(resolve))
const given = ({ code, data }) => ({ code, data })

let thing
let triple
let sub
const none = Symbol('no function')

/** The older one answers neither sets nor services by itself: its README publishes. */
function listenByTopic() {
  const sys = `/sys/${triple.productKey}/${triple.deviceName}`
  thing.subscribe(`${sys}/thing/service/property/set`)
  thing.subscribe(`${sys}/rrpc/request/+`)
  thing.on('message', (topic, payload) => {
    if (topic === `${sys}/thing/service/property/set`) thing.postProps(JSON.parse(payload).params, () => {})
    const [, call] = topic.split(`${sys}/rrpc/request/`)
    if (call !== undefined)
      thing.publish(`${sys}/rrpc/response/${call}`, JSON.stringify({ id: JSON.parse(payload).id, code: 200, data: {} }))
  })
  return (service) =>
    thing.onService(service, ({ id }) =>
      thing.publish(`${sys}/thing/service/${service}_reply`, JSON.stringify({ id, code: 200, data: {} })),
    )
}

function listenBySdk() {
  thing.onProps(({ params }) => thing.postProps(params, () => {}))
  return (service, isSync) =>
    thing.onService(service, (_asked, answer) => answer({ code: 200, data: {} }, isSync ? 'sync' : 'async'))
}

const verbs = {
  connect: ({ triple: own, host, port, tls, gateway }) =>
    new Promise((resolve, reject) => {
      triple = own
      const config = { ...own, brokerUrl: `${tls ? 'mqtts' : 'mqtt'}://${host}:${port}` }
      thing = gateway ? sdk.gateway(config) : sdk.device(config)
      thing.on('error', (error) => reject(Array.isArray(error) ? error[0] : error))
      thing.on('connect', () => {
        tell({ heard: 'connect' })
        resolve({})
      })
      thing.on('message', (topic, payload) => tell({ heard: 'message', topic, payload: String(payload) }))
    }),
  register: async ({ productKey, productSecret, deviceName, url }) => {
    const { code, data } = await reply((done) =>
      sdk.register({ productKey, productSecret, deviceName, registerURL: url }, done),
    )
    return { code, secret: data?.deviceSecret }
  },
  listen: ({ services, syncServices }) => {
    const isOwn = typeof thing.onProps === 'function'
    const serve = isOwn ? listenBySdk() : listenByTopic()
    for (const service of services) serve(service, false)
    if (isOwn) for (const service of syncServices) serve(service, true)
    return { by: isOwn ? 'sdk' : 'topic' }
  },
  answers: () => ({ by: typeof thing.onProps === 'function' ? 'sdk' : 'topic' }),
  post: async ({ params }) => given(await reply((done) => thing.postProps(params, done))),
  event: async ({ identifier, value }) =>
    given(await reply((done) => thing.postEvent(identifier, { value, time: Date.now() }, done))),
  shadowUpdate: ({ reported }) => {
    thing.onShadow((message) => tell({ heard: 'shadow', message }))
    thing.postShadow(reported)
    return {}
  },
  shadowGet: () => {
    thing.getShadow()
    return {}
  },
  tag: async ({ key, value }) =>
    given(await reply((done) => thing.postTags([{ attrKey: key, attrValue: value }], done))),
  untag: async ({ key }) => given(await reply((done) => thing.deleteTags([key], done))),
  config: async () => given(await reply((done) => thing.getConfig(done))),
  topoAdd: async ({ triple: of }) => given(await reply((done) => thing.addTopo([of], done))),
  topoGet: async () => given(await reply((done) => thing.getTopo(done))),
  subLogin: async ({ triple: of }) => {
    let made
    const answer = await reply((done) => {
      made = thing.login(of, done)
    })
    sub = made
    return given(answer)
  },
  // The older one makes a separate device of it, which would connect by itself: it sends nothing for a sub-device.
  subPost: async ({ params }) =>
    sub?._mqttClient === thing._mqttClient ? given(await reply((done) => sub.postProps(params, done))) : none,
  subLogout: async ({ names }) => given(await reply((done) => thing.logout(names, done))),
  publish: ({ topic, payload }) =>
    new Promise((resolve, reject) =>
      thing.publish(topic, payload, { qos: 1 }, (error) => (error ? reject(error) : resolve({}))),
    ),
  subscribe: ({ topic }) =>
    new Promise((resolve, reject) =>
      thing.subscribe(topic, { qos: 1 }, (error) => (error ? reject(error) : resolve({}))),
    ),
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, do: verb, ...params } = JSON.parse(line)
  // Requests run concurrently, because one after another would delay those that wait for a reply.
  void (async () => {
    try {
      const ok = verbs[verb] === undefined ? none : await verbs[verb](params)
      tell(ok === none ? { id, none: true } : { id, ok })
    } catch (error) {
      tell({ id, error: String(error?.message ?? error) })
    }
  })()
}
process.exit(0)
