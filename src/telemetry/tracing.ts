import {
  type Attributes,
  context,
  DiagLogLevel,
  diag,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Logger } from 'pino';
import { type TracedCall, tracedCalls } from '../core/tracing.ts';
import { loggablePath } from '../http/answer.ts';
import { withoutTokens } from '../log.ts';

/** Traces requests, as configured by OpenTelemetry's environment variables. */
interface Tracing {
  /** Runs a request within a span of its own. */
  readonly trace: onRequestHookHandler;
  /** Sends the pending spans, within the exporter's timeout. A fault is only logged. */
  close(): Promise<void>;
}

/** Starts tracing. OpenTelemetry's environment variables configure sampler, limits, batches and exporter. */
export function createTracing(log: Logger): Tracing {
  diag.setLogger(diagnosticsIn(log), DiagLogLevel.WARN);
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'clientele' }))
    .merge(detectResources({ detectors: [envDetector] }));
  const spanProcessors = [new BatchSpanProcessor(new OTLPTraceExporter())];
  const provider = new NodeTracerProvider({ resource, spanProcessors });
  provider.register();
  const tracer = provider.getTracer('clientele');

  const spans = new WeakMap<TracedCall, Span>();
  tracedCalls.subscribe({
    start(call) {
      // Calls outside a request, such as background work, are not traced.
      if (!trace.getActiveSpan()) return;
      const attributes = { 'db.system.name': call.system, 'db.query.summary': call.name };
      spans.set(call, tracer.startSpan(call.name, { kind: SpanKind.CLIENT, attributes }));
    },
    error(call) {
      // Without the error itself, whose message may contain parameters.
      spans.get(call)?.setStatus({ code: SpanStatusCode.ERROR });
    },
    asyncEnd: (call) => spans.get(call)?.end(),
    end() {},
    asyncStart() {},
  });

  return {
    trace(request, reply, done) {
      const parent = propagation.extract(ROOT_CONTEXT, request.headers);
      const { name, attributes } = describe(request);
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent);
      const { traceId, spanId } = span.spanContext();
      request.log = request.log.child({ trace_id: traceId, span_id: spanId });
      reply.raw.once('close', () => end(span, request, reply));
      context.with(trace.setSpan(parent, span), done);
    },
    close: () => provider.shutdown().catch(() => {}),
  };
}

/** Describes a request by the semantic conventions for HTTP servers, without the query, which may contain secrets. */
function describe(request: FastifyRequest): { name: string; attributes: Attributes } {
  const { method, protocol, routeOptions } = request;
  const route = routeOptions.url;
  return {
    name: route === undefined ? method : `${method} ${route}`,
    attributes: {
      'http.request.method': method,
      'url.scheme': protocol,
      'url.path': withoutTokens(loggablePath(request)),
      ...(route === undefined ? {} : { 'http.route': route }),
    },
  };
}

function end(span: Span, request: FastifyRequest, reply: FastifyReply): void {
  const { statusCode } = reply.raw;
  span.setAttribute('http.response.status_code', statusCode);
  if (request.operationName) span.setAttribute('clientele.operation', request.operationName);
  if (!reply.raw.writableFinished) span.setAttribute('error.type', 'aborted');
  if (statusCode >= 500) {
    span.setAttribute('error.type', String(statusCode));
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}

/** Logs OpenTelemetry's own diagnostics, such as an unreachable collector. */
function diagnosticsIn(log: Logger) {
  const warn = (...texts: unknown[]) =>
    log.warn({ reason: messageIn(texts.join(' ')) }, 'traces: OpenTelemetry reports a fault');
  return { error: warn, warn, info() {}, debug() {}, verbose() {} };
}

/** Extracts the message of an error, which comes as JSON with its stack; returns other text unchanged. */
function messageIn(text: string): string {
  try {
    const { message } = JSON.parse(text);
    return typeof message === 'string' ? message : text;
  } catch {
    return text;
  }
}
