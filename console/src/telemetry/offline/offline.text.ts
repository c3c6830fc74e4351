import { word } from '@brigade/contract/word.text.ts'
import type { Words } from '@brigade/contract/locale.ts'
import type { Confidence, OfflineCause, TlsAlert } from '@brigade/contract/telemetry/offline.model.ts'
import { counting } from '@brigade/contract/plural.ts'
import { words } from '@brigade/contract/text.ts'

type Count = { count: string }
type Said = Count & { time: string; why: string; from: string }

/** Why a device is offline: the sentence, what it is based on, and what to do. */
export const offlineText = words({
  title: word.whyItIsOffline,
  loading: { en: 'Looking at what is recorded…', zh: '正在核对记录…' },
  again: word.tryAgain,
  online: { en: 'It is online again', zh: '设备已恢复在线' },
  why: { en: 'What this is based on', zh: '查看依据' },
  log: { en: 'Whole online log', zh: '全部上下线记录' },
  ended: { en: 'Connection ended', zh: '连接结束' },
  endedBy: {
    en: (p: { time: string; reason: string }) => `${p.time} · ${p.reason}`,
    zh: (p: { time: string; reason: string }) => `${p.time} · ${p.reason}`,
  },
  endUnknown: { en: 'How it ended was not recorded', zh: '未记录断开方式' },
  message: { en: 'Last message', zh: '最后一条消息' },
  noMessage: { en: 'None is kept', zh: '没有留存的消息' },
  signal: { en: 'Signal before', zh: '断开前信号' },
  weak: { en: 'weak: connections break at this level', zh: '信号弱，容易断线' },
  attempts: { en: 'Refused since', zh: '离线后被拒绝' },
  attempt: {
    en: (p: Said) => `${p.why} · ${counting(p.count, 'time')}, the last at ${p.time} from ${p.from}`,
    zh: (p: Said) => `${p.why} · 共 ${p.count} 次，最近一次 ${p.time}，来自 ${p.from}`,
  },
  takeovers: { en: 'Replaced before', zh: '断开前被顶替' },
  takeover: {
    en: (p: Count & { from: string }) => `${counting(p.count, 'time')} in a quarter of an hour, by ${p.from}`,
    zh: (p: Count & { from: string }) => `15 分钟内 ${p.count} 次，来自 ${p.from}`,
  },
  flood: { en: 'Too many messages', zh: '消息过多' },
  floodLast: {
    en: (p: { time: string }) => `Over the limit, and refused, until ${p.time}`,
    zh: (p: { time: string }) => `超过限额被拒绝，最近 ${p.time}`,
  },
  clock: { en: 'Its clock', zh: '设备时钟' },
  clockAhead: {
    en: (p: { duration: string; time: string }) => `${p.duration} ahead, in its message at ${p.time}`,
    zh: (p: { duration: string; time: string }) => `${p.time} 的消息快了 ${p.duration}`,
  },
  clockBehind: {
    en: (p: { duration: string; time: string }) => `${p.duration} behind, in its message at ${p.time}`,
    zh: (p: { duration: string; time: string }) => `${p.time} 的消息慢了 ${p.duration}`,
  },
  clockWrong: {
    en: (p: { time: string }) => `The time in its message at ${p.time} was not believed`,
    zh: (p: { time: string }) => `${p.time} 的消息时间不可信`,
  },
  handshakes: { en: 'TLS failed', zh: 'TLS 握手失败' },
  handshake: {
    en: (p: Said) => `${p.why} · ${counting(p.count, 'time')} from its last address ${p.from}, the last at ${p.time}`,
    zh: (p: Said) => `${p.why} · 来自其最后使用的地址 ${p.from}，共 ${p.count} 次，最近 ${p.time}`,
  },
  handshakeEarlier: {
    en: 'It failed from there before this device went, too: it may be another one.',
    zh: '在本设备离线之前该地址已有失败，可能是其他设备。',
  },
  certificateOver: {
    en: (p: { time: string }) => `The server’s certificate ended ${p.time}.`,
    zh: (p: { time: string }) => `服务器证书已于 ${p.time} 到期。`,
  },
  certificateValid: {
    en: (p: { time: string }) => `The server’s certificate is valid until ${p.time}.`,
    zh: (p: { time: string }) => `服务器证书有效期至 ${p.time}。`,
  },
  gateway: { en: 'Its gateway', zh: '所属网关' },
  gatewayUnseen: { en: 'A gateway of another organisation', zh: '其他组织的网关' },
  gatewayOffline: {
    en: (p: { time: string }) => `offline since ${p.time}`,
    zh: (p: { time: string }) => `自 ${p.time} 离线`,
  },
  gatewayNever: { en: 'never connected', zh: '从未上线' },
  gatewayOnline: { en: 'online', zh: '在线' },
  others: { en: 'Others at the site', zh: '同一现场的其他设备' },
  othersNone: {
    en: 'None was online then: nothing is known of its power and line',
    zh: '当时没有其他设备在线，无法判断现场供电和网络',
  },
  othersStayed: {
    en: (p: { online: string; n: number }) =>
      p.n === 1
        ? 'The one other that was online stayed online: not the power or the line of the whole site'
        : `All ${p.online} that were online stayed online: not the power or the line of the whole site`,
    zh: (p: { online: string; n: number }) => `当时在线的 ${p.online} 台均未掉线，不是整个现场的供电或网络问题`,
  },
  othersWent: {
    en: (p: { went: string; online: string; minutes: string; back: string }) =>
      `${p.went} of ${p.online} that were online went within ${p.minutes} of it; ${p.back === '0' ? 'none is back' : `${p.back} of them ${p.back === '1' ? 'is' : 'are'} back`}`,
    zh: (p: { went: string; online: string; minutes: string; back: string }) =>
      `当时在线的 ${p.online} 台中，${p.went} 台在前后 ${p.minutes}内离线，${p.back === '0' ? '均未恢复' : `其中 ${p.back} 台已恢复`}`,
  },
  othersMore: { en: 'There are more devices than were looked at.', zh: '现场设备较多，仅统计了一部分。' },
  usual: { en: 'Usual hours', zh: '平时作息' },
  usualDays: {
    en: (p: { from: string; until: string; days: string; ofDays: string; zone: string }) =>
      `Off at about ${p.from} on ${p.days} of ${counting(p.ofDays, 'day')}, back at about ${p.until} (${p.zone})`,
    zh: (p: { from: string; until: string; days: string; ofDays: string; zone: string }) =>
      `${p.ofDays} 天中有 ${p.days} 天约 ${p.from} 离线、约 ${p.until} 恢复（${p.zone}）`,
  },
  usualOver: { en: 'It is away for longer than it ever was then.', zh: '本次离线时间已超过以往。' },
  server: { en: 'Server', zh: '服务器' },
  serverAway: {
    en: 'No server process takes connections now: no device can connect',
    zh: '当前没有接入服务进程，所有设备都无法连接',
  },
  call: { en: 'Whom to call', zh: '联系现场' },
  servedBy: { en: 'Served by', zh: '服务方' },
  warranty: { en: 'Warranty until', zh: '保修至' },
})

export const confidenceWords: Readonly<Record<Confidence, Words>> = {
  certain: { en: 'Certain', zh: '确定' },
  likely: { en: 'Likely', zh: '很可能' },
  possible: { en: 'Possible', zh: '有可能' },
  unknown: { en: 'Not known', zh: '原因未知' },
}

/** The sentence of a cause, and another where it is only possible. */
type Sentence = Readonly<{ said: Words; ifPossible?: Words; next: Words }>

const askSite = { en: 'Ask the site whether it has power and its network.', zh: '请联系现场确认设备供电和网络。' }
const askMaker = {
  en: 'Its firmware has to be mended: send the recorded facts to whoever makes it.',
  zh: '需要修复设备固件，请将依据反馈给固件方。',
}

export const causeWords: Readonly<Record<OfflineCause, Sentence>> = {
  neverConnected: {
    said: { en: 'It has never been connected.', zh: '该设备从未连接过平台。' },
    next: {
      en: 'Check its credentials, its network and the address of the server in it.',
      zh: '请检查设备凭证、网络和服务器地址配置。',
    },
  },
  disabled: {
    said: { en: 'It is disabled here, and may not connect.', zh: '设备已停用，不允许连接。' },
    ifPossible: {
      en: 'It was disabled, and has not come back since it was enabled.',
      zh: '设备曾被停用，启用后尚未重新连接。',
    },
    next: {
      en: 'Enable it if it may work again. Once enabled, it connects at its next attempt.',
      zh: '如需恢复使用请启用设备，启用后下次尝试即可连接。',
    },
  },
  credentials: {
    said: { en: 'Its credentials are not valid any more.', zh: '设备凭证无效。' },
    ifPossible: {
      en: 'Somebody who uses its name is refused for wrong credentials; that may be this device.',
      zh: '有客户端使用该设备名称但凭证错误被拒绝，可能就是本设备。',
    },
    next: {
      en: 'Write its present credentials into it: under More, Credentials.',
      zh: '请将当前凭证写入设备（更多 → 设备凭证）。',
    },
  },
  version: {
    said: { en: 'It connects with MQTT 5, which is not supported here.', zh: '设备使用 MQTT 5 连接，平台不支持。' },
    next: { en: 'Set its firmware to MQTT 3.1.1.', zh: '请将固件设置为 MQTT 3.1.1。' },
  },
  certificate: {
    said: { en: 'It does not accept the server’s certificate.', zh: '设备不接受服务器证书。' },
    ifPossible: {
      en: 'From its last address TLS fails over the server’s certificate; that may be this device.',
      zh: '其最后使用的地址有 TLS 证书握手失败，可能就是本设备。',
    },
    next: {
      en: 'Check the certificate of the server: its end, its issuer, and whether the device knows that issuer.',
      zh: '请检查服务器证书的有效期、签发机构，以及设备是否信任该机构。',
    },
  },
  clock: {
    said: {
      en: 'Its clock is wrong, so it takes the server’s valid certificate for expired.',
      zh: '设备时钟错误，误认为有效的服务器证书已过期。',
    },
    ifPossible: {
      en: 'Its clock is wrong. That may keep it from connecting over TLS.',
      zh: '设备时钟错误，可能因此无法建立 TLS 连接。',
    },
    next: {
      en: 'Have its time set, or its battery for the clock and its NTP server checked.',
      zh: '请校准设备时间，检查时钟电池和 NTP 设置。',
    },
  },
  gateway: {
    said: { en: 'Its gateway is offline.', zh: '所属网关离线。' },
    ifPossible: {
      en: 'Its gateway was away and is back, but has not signed it in again.',
      zh: '所属网关已恢复，但尚未让本设备重新上线。',
    },
    next: { en: 'Look at the gateway first: the page of the gateway says why.', zh: '请先查看网关页面中的离线原因。' },
  },
  unit: {
    said: { en: 'It does not answer on its Modbus line.', zh: '设备在 Modbus 线路上无应答。' },
    next: { en: 'Check its power, the cable of the line and its unit number.', zh: '请检查供电、总线接线和从站号。' },
  },
  removed: {
    said: { en: 'It was removed from its gateway.', zh: '设备已从网关移除。' },
    next: { en: 'Add it to a gateway again.', zh: '请重新将其添加到网关。' },
  },
  replaced: {
    said: {
      en: 'Another client uses its credentials, and the two push each other off.',
      zh: '另有客户端使用相同凭证，双方互相顶替。',
    },
    ifPossible: {
      en: 'Another client with its credentials took its place once.',
      zh: '另一客户端曾使用其凭证顶替连接。',
    },
    next: {
      en: 'Find the other client by its address, or reissue the secret for this device alone.',
      zh: '请按地址找到另一客户端，或为本设备重新发放密钥。',
    },
  },
  topic: {
    said: {
      en: 'It was closed because it used a topic that is not its own.',
      zh: '设备使用了无权访问的主题，连接被关闭。',
    },
    next: askMaker,
  },
  badMessage: {
    said: { en: 'It was closed because of a message that is not allowed.', zh: '设备发送了不允许的消息，连接被关闭。' },
    next: askMaker,
  },
  flood: {
    said: {
      en: 'It sent far more messages than a device may, and then its connection ended.',
      zh: '设备发送的消息远超限额，随后连接中断。',
    },
    next: askMaker,
  },
  closed: {
    said: { en: 'The platform closed the connection. Why was not recorded.', zh: '平台断开了连接，未记录原因。' },
    next: {
      en: 'Look at its changes: somebody may have moved or disabled it.',
      zh: '请查看变更记录，可能有人划拨或停用过设备。',
    },
  },
  server: {
    said: { en: 'The server that devices connect to stopped or restarted.', zh: '接入服务停止或重启。' },
    ifPossible: {
      en: 'The connection ended with the server’s restart. Why it has not come back since is not known.',
      zh: '连接因服务器重启而结束，之后未重新连接的原因未知。',
    },
    next: {
      en: 'Devices come back by themselves within minutes. One that does not has a reason of its own: ask the site.',
      zh: '设备会在几分钟内自行重连；长时间未恢复的请联系现场。',
    },
  },
  usualHours: {
    said: { en: 'It is usually off at this time.', zh: '该设备平时此时段就是关机的。' },
    next: { en: 'Nothing, unless it is away for longer than usual.', zh: '无需处理，除非超过平时的时间仍未恢复。' },
  },
  site: {
    said: { en: 'The site lost its power or its internet.', zh: '现场断电或断网。' },
    ifPossible: {
      en: 'Others at the site went at the same time, so its power or internet may have failed.',
      zh: '同一现场的其他设备同时离线，可能断电或断网。',
    },
    next: {
      en: 'Call the site: ask for power first, then for the internet.',
      zh: '请联系现场，先确认供电，再确认网络。',
    },
  },
  left: {
    said: {
      en: 'It disconnected by itself, as when it is switched off. Who did it is not known.',
      zh: '设备主动断开，例如正常关机；操作者未知。',
    },
    next: { en: 'Ask the site whether it was switched off.', zh: '请向现场确认是否已关机。' },
  },
  lost: {
    said: {
      en: 'The connection was lost without a word. What is recorded does not say why.',
      zh: '连接无预兆中断，现有记录无法说明原因。',
    },
    next: askSite,
  },
}

export const alertWords: Readonly<Record<TlsAlert, Words>> = {
  bad_certificate: { en: 'The other side calls the certificate bad', zh: '对方认为证书有误' },
  unsupported_certificate: { en: 'The other side does not support the certificate', zh: '对方不支持该证书' },
  certificate_revoked: { en: 'The other side calls the certificate revoked', zh: '对方认为证书已吊销' },
  certificate_expired: { en: 'The other side calls the certificate expired', zh: '对方认为证书已过期' },
  certificate_unknown: { en: 'The other side does not accept the certificate', zh: '对方不接受该证书' },
  unknown_ca: { en: 'The other side does not know the issuer', zh: '对方不信任签发机构' },
  no_shared_cipher: { en: 'No cipher in common with the key of the certificate', zh: '与证书密钥无共同加密套件' },
  no_certificate: { en: 'The server has no certificate', zh: '服务器未配置证书' },
}
