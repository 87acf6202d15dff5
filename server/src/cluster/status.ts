import type { Failure, Status } from '../session/ports';
import type { HttpHeaders } from './exchange';
import type { Destination } from './failures';
import { isObject, type JsonValue, parseJson } from './json';

/**
 * What an answer without success means: the `Status` object in it; else one made of the HTTP status as client-go does
 * (some refusals are plain text); a web page or a redirection does not come from an API server.
 */
export function statusFailure(
  answer: { status: number; headers: HttpHeaders; text: string },
  to: Destination,
): Failure {
  const { context, server } = to;
  const code = answer.status;
  const type = firstHeader(answer.headers['content-type']) ?? '';
  const body = type.includes('json') ? parseQuietly(answer.text) : undefined;
  if (isStatus(body)) return withStatus(context, readStatus(body, code), answer.headers);
  if (code < 400 || /\bx?html\b/.test(type)) {
    const detail = `it answered with HTTP status ${code} and ${describe(type)}`;
    return { kind: 'notKubernetes', context, server, detail };
  }
  const status = { code, reason: reasons.get(code) ?? 'Unknown', message: messageOf(answer.text, code) };
  return withStatus(context, status, answer.headers);
}

/** The failure that a `Status` object stands for, as an `ERROR` event of a watch carries it. */
export function failureOfStatus(value: JsonValue | undefined, to: Destination): Failure {
  const status = isObject(value) ? readStatus(value, 500) : { code: 500, reason: 'Unknown', message: '' };
  return withStatus(to.context, status, {});
}

/** Whether a value is a `Status` object of the API server. */
export function isStatus(value: JsonValue | undefined): value is { [key: string]: JsonValue } {
  return isObject(value) && value['kind'] === 'Status' && value['apiVersion'] === 'v1';
}

/** The first value of a header that may stand there several times. */
export function firstHeader(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

function withStatus(context: string, status: Status, headers: HttpHeaders): Failure {
  const seconds = retryAfter(firstHeader(headers['retry-after'])) ?? status.details?.retryAfterSeconds;
  return {
    kind: 'status',
    context,
    status,
    ...(seconds === undefined ? {} : { retryAfterSeconds: seconds }),
  };
}

/** Seconds, or a date, by RFC 9110 §10.2.3. */
function retryAfter(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header)) return Number(header);
  const time = Date.parse(header);
  return Number.isNaN(time) ? undefined : Math.max(0, Math.ceil((time - Date.now()) / 1000));
}

function readStatus(body: { [key: string]: JsonValue }, fallbackCode: number): Status {
  const { code, reason, message, details } = body;
  const httpCode = typeof code === 'number' ? code : fallbackCode;
  return {
    code: httpCode,
    reason: typeof reason === 'string' && reason !== '' ? reason : (reasons.get(httpCode) ?? 'Unknown'),
    message: typeof message === 'string' ? message : '',
    ...(isObject(details) ? { details: readDetails(details) } : {}),
  };
}

function readDetails(details: { [key: string]: JsonValue }): NonNullable<Status['details']> {
  const { retryAfterSeconds, causes } = details;
  return {
    ...texts(details, ['name', 'group', 'kind']),
    ...(typeof retryAfterSeconds === 'number' ? { retryAfterSeconds } : {}),
    ...(Array.isArray(causes)
      ? { causes: causes.filter(isObject).map((cause) => texts(cause, ['reason', 'message', 'field'])) }
      : {}),
  };
}

function texts<Key extends string>(
  object: { [key: string]: JsonValue },
  keys: Key[],
): { [K in Key]?: string } {
  const found = keys.filter((key) => typeof object[key] === 'string').map((key) => [key, object[key]]);
  return Object.fromEntries(found) as { [K in Key]?: string };
}

function parseQuietly(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function messageOf(text: string, code: number): string {
  const line = text.trim();
  return line === '' || line.length > 200 ? `the server answered with HTTP status ${code}` : line;
}

function describe(contentType: string): string {
  const [type = ''] = contentType.split(';');
  return type === '' ? 'no content type' : type;
}

/** `StatusReason` by HTTP status, as apimachinery's `NewGenericServerResponse` has it. */
const reasons: ReadonlyMap<number, string> = new Map([
  [400, 'BadRequest'],
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [404, 'NotFound'],
  [405, 'MethodNotAllowed'],
  [406, 'NotAcceptable'],
  [409, 'Conflict'],
  [410, 'Gone'],
  [413, 'RequestEntityTooLarge'],
  [415, 'UnsupportedMediaType'],
  [422, 'Invalid'],
  [429, 'TooManyRequests'],
  [500, 'InternalError'],
  [503, 'ServiceUnavailable'],
  [504, 'Timeout'],
]);
