import { sendRequest } from './apiRequest';
import { ControlPlaneError } from './errors';

/** Drops the history of everything before the current revision; resolves when the database has done so. */
export async function compactEtcd(etcdUrl: string): Promise<void> {
  const key = 'AA=='; // a zero byte: no key is there, only the header of the answer counts
  const range = await post(`${etcdUrl}/v3/kv/range`, { key, range_end: key, count_only: true });
  const { header } = JSON.parse(range) as { header: { revision: string } };
  await post(`${etcdUrl}/v3/kv/compaction`, { revision: header.revision, physical: true });
}

/** Stores a value past the API server, which reads JSON as well as what it writes itself. */
export async function putIntoEtcd(etcdUrl: string, key: string, value: string): Promise<void> {
  const encode = (text: string): string => Buffer.from(text).toString('base64');
  await post(`${etcdUrl}/v3/kv/put`, { key: encode(key), value: encode(value) });
}

async function post(url: string, body: unknown): Promise<string> {
  const answer = await sendRequest({ url, method: 'POST', body: JSON.stringify(body) });
  if (answer.status !== 200) throw new ControlPlaneError(`etcd refused ${url}: ${answer.body}`);
  return answer.body;
}
