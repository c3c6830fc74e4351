const post = {
  id: '1',
  version: '1.0',
  sys: { ack: 1 },
  params: { ChamberTemp: { value: 80, time: 1 }, WorkState: 1, Recipe: 'Soup' },
  method: 'thing.event.property.post',
}
const reply = { id: '1', code: 200, data: { ChamberTemp: 80 }, message: 'success' }
const question = { id: '1', version: '1.0', params: {} }

type Others = Readonly<{ signed: unknown; named: unknown }>

/** A valid body for a topic, by our name of the topic; mutations start from it. */
export function bodyOfTopic(name: string, { signed, named }: Others): unknown {
  const requested = (params: unknown) => ({ ...question, params })
  const values = { ChamberTemp: [{ value: 80, time: 1 }] }
  const events = { Door: [{ value: { open: 1 }, time: 1 }] }
  const known: Readonly<Record<string, unknown>> = {
    propertyPost: post,
    eventPost: requested({ value: { open: 1 }, time: 1 }),
    propertyBatchPost: requested({ properties: values, events }),
    propertyPackPost: requested({
      properties: { ChamberTemp: { value: 80, time: 1 } },
      events: { Door: { value: {}, time: 1 } },
      subDevices: [{ identity: named, properties: { ChamberTemp: { value: 80, time: 1 } } }],
    }),
    propertyHistoryPost: requested([
      { identity: named, properties: [{ ChamberTemp: { value: 80, time: 1 } }], events: [] },
    ]),
    desiredGet: requested(['ChamberTemp']),
    desiredDelete: requested({ ChamberTemp: { version: 1 } }),
    tagsUpdate: requested([{ attrKey: 'floor', attrValue: '2' }]),
    tagsDelete: requested([{ attrKey: 'floor' }]),
    configGet: requested({ configScope: 'product', getType: 'file' }),
    logPost: requested(['2026-01-01T00:00:00.000+0800', 'ERROR', 'main', '0', 'a line']),
    logSwitchGet: requested({ getType: 'content', configScope: 'device' }),
    jobGet: requested({ taskId: '$next' }),
    jobUpdate: requested({ taskId: '7', status: 'SUCCEEDED', progress: 100 }),
    reset: requested({}),
    otaInform: requested({ version: '1.2.0', module: 'main' }),
    ntpRequest: { deviceSendTime: '1' },
    shadowUpdate: { method: 'update', state: { reported: { ChamberTemp: 80, note: 'free' } }, version: 1 },
    modelGet: requested({ functionBlockId: 'default' }),
    modelPartsGet: requested({ identifiers: ['ChamberTemp'] }),
    topoAdd: requested([signed]),
    login: requested(signed),
    batchLogin: requested({ deviceList: [signed] }),
    topoDelete: requested([named]),
    subRegister: requested([named]),
    productRegister: requested({
      proxieds: [Object.assign({ random: '1', sign: '00', signMethod: 'hmacSha256' }, named)],
    }),
    subUnregister: requested([named]),
    listFound: requested([named]),
    logout: requested(named),
    batchLogout: requested({ deviceList: [named] }),
  }
  return known[name] ?? (/reply|response/i.test(name) ? reply : question)
}
