/**
 * When alerts are sent. Metrics: https://cloud.google.com/monitoring/api/metrics_gcp_c#gcp-cloudtasks and
 * https://cloud.google.com/monitoring/api/metrics_gcp_p_z#gcp-run
 * Filters: https://cloud.google.com/monitoring/api/v3/filters
 */
import type { AlertName } from '@portal/contracts/alerts';

type Severity = 'CRITICAL' | 'ERROR' | 'WARNING';

const HOUR = 3600;
const seconds = (count: number) => `${count}s`;
const all = (...terms: string[]) => terms.join(' AND ');

const QUEUE = 'resource.type="cloud_tasks_queue"';
/** Each function is a Cloud Run service of the same name in lower case. */
const SERVICE = 'resource.type="cloud_run_revision"';
const REQUESTS = all(SERVICE, 'metric.type="run.googleapis.com/request_count"');

const aggregate = (
  period: number,
  perSeriesAligner: string,
  crossSeriesReducer: string,
  groupBy?: string,
) => ({
  alignmentPeriod: seconds(period),
  perSeriesAligner,
  crossSeriesReducer,
  ...(groupBy !== undefined && { groupByFields: [groupBy] }),
});

const describePolicy = (
  name: string,
  severity: Severity,
  whatToDo: string,
  conditions: readonly object[],
) => ({
  displayName: `Portal: ${name}`,
  severity,
  enabled: true,
  combiner: 'OR',
  conditions,
  documentation: { content: whatToDo, mimeType: 'text/markdown' },
});

const METRIC_POLICIES = [
  describePolicy(
    'tasks wait',
    'WARNING',
    'Tasks of a queue have waited for an hour. Open API Management. See docs/operations/stuck-queue.md.',
    [
      {
        displayName: 'A task was delivered an hour late',
        conditionThreshold: {
          filter: all(QUEUE, 'metric.type="cloudtasks.googleapis.com/queue/task_attempt_delays"'),
          // Milliseconds.
          thresholdValue: HOUR * 1000,
          comparison: 'COMPARISON_GT',
          duration: seconds(600),
          aggregations: [aggregate(300, 'ALIGN_PERCENTILE_95', 'REDUCE_MAX', 'resource.label.queue_id')],
        },
      },
      {
        // A paused queue delivers nothing, so that nothing is late.
        displayName: 'More than 2,000 tasks have waited for an hour',
        conditionThreshold: {
          filter: all(QUEUE, 'metric.type="cloudtasks.googleapis.com/queue/depth"'),
          thresholdValue: 2000,
          comparison: 'COMPARISON_GT',
          duration: seconds(HOUR),
          aggregations: [aggregate(300, 'ALIGN_MIN', 'REDUCE_MAX', 'resource.label.queue_id')],
        },
      },
    ],
  ),
  describePolicy(
    'functions fail',
    'ERROR',
    'More than 5% of the requests to a function fail. Open Error Reporting. See docs/operations.',
    [
      {
        displayName: 'More than 5% of requests fail',
        conditionThreshold: {
          filter: all(REQUESTS, 'metric.label.response_code_class="5xx"'),
          aggregations: [aggregate(300, 'ALIGN_DELTA', 'REDUCE_SUM', 'resource.label.service_name')],
          denominatorFilter: REQUESTS,
          denominatorAggregations: [
            aggregate(300, 'ALIGN_DELTA', 'REDUCE_SUM', 'resource.label.service_name'),
          ],
          thresholdValue: 0.05,
          comparison: 'COMPARISON_GT',
          duration: seconds(600),
        },
      },
    ],
  ),
  describePolicy(
    'the sweep does not run',
    'ERROR',
    'sweepBatches has not succeeded for an hour. No other portal alert is raised until it runs. Open Cloud Scheduler.',
    [
      {
        displayName: 'No success for an hour',
        conditionThreshold: {
          filter: all(
            REQUESTS,
            'resource.label.service_name="sweepbatches"',
            'metric.label.response_code_class="2xx"',
          ),
          aggregations: [aggregate(HOUR, 'ALIGN_DELTA', 'REDUCE_SUM')],
          thresholdValue: 1,
          comparison: 'COMPARISON_LT',
          duration: seconds(60),
          evaluationMissingData: 'EVALUATION_MISSING_DATA_ACTIVE',
        },
      },
    ],
  ),
].map((policy) => ({ ...policy, alertStrategy: { autoClose: seconds(24 * HOUR) } }));

/** Functions write log entries with these names in the field `alert`; docs/operations/alerts.md says what to do. */
const LOG_ALERTS: Record<AlertName, [severity: Severity, message: string]> = {
  'uncertain-items': ['WARNING', 'Connections were lost during paid calls, which may have been charged.'],
  budget: ['WARNING', 'At least 80% of the monthly budget is spent.'],
  'provider-keys': ['CRITICAL', 'A provider has no usable key left.'],
  'nightly-cleanup': ['ERROR', 'The nightly cleanup has not succeeded.'],
  'provider-batches': ['WARNING', 'A provider takes longer than 26 hours for work at half price.'],
  'failed-work': ['ERROR', 'The portal could not finish some work.'],
};

const LOG_POLICIES = Object.entries(LOG_ALERTS).map(([name, [severity, message]]) => ({
  ...describePolicy(name, severity, `${message} See the alert in the portal.`, [
    {
      displayName: name,
      // https://cloud.google.com/logging/docs/alerting/log-based-alerts
      conditionMatchedLog: { filter: all(SERVICE, `jsonPayload.alert="${name}"`) },
    },
  ]),
  alertStrategy: {
    notificationRateLimit: { period: seconds(HOUR) },
    autoClose: seconds(24 * HOUR),
  },
}));

export const ALERT_POLICIES = [...METRIC_POLICIES, ...LOG_POLICIES];
