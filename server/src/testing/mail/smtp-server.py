"""A real SMTP server (Debian's python3-aiosmtpd) that keeps each mail as a line of JSON. Its behaviour follows the recipient's name:
refuse-… 550 at RCPT, later-… 451 at RCPT, spam-… 554 after DATA; anything else is accepted."""
import asyncio
import json
import sys

from aiosmtpd.smtp import SMTP


class Keeping:
    async def handle_RCPT(self, server, session, envelope, address, options):
        if address.startswith('refuse-'):
            return '550 5.1.1 No such mailbox here'
        if address.startswith('later-'):
            return '451 4.3.0 Try again later'
        envelope.rcpt_tos.append(address)
        return '250 OK'

    async def handle_DATA(self, server, session, envelope):
        for address in envelope.rcpt_tos:
            if address.startswith('spam-'):
                return '554 5.7.1 This looks like spam'
        print(json.dumps({'to': envelope.rcpt_tos, 'from': envelope.mail_from, 'content': envelope.content.decode('utf-8', 'replace')}), flush=True)
        return '250 OK queued'


async def main():
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(Keeping(), enable_SMTPUTF8=True, hostname='mail.test'), '127.0.0.1', int(sys.argv[1]))
    print(json.dumps({'port': server.sockets[0].getsockname()[1]}), flush=True)
    await server.serve_forever()


asyncio.run(main())
