{{- define "lectern.name" -}}
{{- printf "%s-lectern" .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "lectern.labels" -}}
app.kubernetes.io/name: lectern
app.kubernetes.io/instance: {{ .root.Release.Name | quote }}
app.kubernetes.io/component: {{ .role | quote }}
{{- end -}}

{{- define "lectern.allLabels" -}}
{{ include "lectern.labels" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service | quote }}
helm.sh/chart: {{ printf "lectern-%s" .root.Chart.Version | quote }}
{{- end -}}

{{- /* A Deployment of one role. `.root` is the chart's context, `.part` its values, `.role` and `.command` name it. */ -}}
{{- define "lectern.deployment" -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "lectern.name" .root }}-{{ .role }}
  labels:
    {{- include "lectern.allLabels" . | nindent 4 }}
spec:
  {{- if not .part.autoscaling.enabled }}
  replicas: {{ .part.replicas }}
  {{- end }}
  strategy:
    type: RollingUpdate
    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 }
  selector:
    matchLabels:
      {{- include "lectern.labels" . | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "lectern.labels" . | nindent 8 }}
      {{- with .root.Values.podAnnotations }}
      annotations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      serviceAccountName: {{ include "lectern.name" .root }}
      automountServiceAccountToken: false
      enableServiceLinks: false
      terminationGracePeriodSeconds: {{ .root.Values.terminationGracePeriodSeconds }}
      {{- with .root.Values.imagePullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      securityContext:
        runAsNonRoot: true
        runAsUser: 1000
        runAsGroup: 1000
        fsGroup: 1000
        seccompProfile: { type: RuntimeDefault }
      containers:
        - name: {{ .role }}
          image: {{ printf "%s:%s" .root.Values.image.repository (.root.Values.image.tag | default .root.Chart.AppVersion) | quote }}
          imagePullPolicy: {{ .root.Values.image.pullPolicy }}
          args: [{{ .command | quote }}]
          ports:
            - name: http
              containerPort: {{ .port }}
          envFrom:
            - configMapRef:
                name: {{ include "lectern.name" .root }}
            - secretRef:
                name: {{ required "existingSecret names the Secret with DATABASE_URL, LECTERN_SECRET_KEYS and the keys of the store" .root.Values.existingSecret }}
          env:
            - name: HOST
              value: "0.0.0.0"
            - name: {{ .portSetting }}
              value: {{ .port | quote }}
            # A volume belongs to root, so Lectern gets a folder of its own inside it.
            - name: LECTERN_DATA
              value: /data/lectern
          startupProbe:
            httpGet: { path: /healthz, port: http }
            periodSeconds: 2
            failureThreshold: 90
          livenessProbe:
            httpGet: { path: /healthz, port: http }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          readinessProbe:
            httpGet: { path: /readyz, port: http }
            periodSeconds: 5
            timeoutSeconds: 6
            failureThreshold: 2
          resources:
            {{- toYaml .part.resources | nindent 12 }}
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities: { drop: [ALL] }
          volumeMounts:
            - name: data
              mountPath: /data
            - name: tmp
              mountPath: /tmp
      volumes:
        - name: data
          emptyDir:
            sizeLimit: {{ .root.Values.dataFolder.sizeLimit }}
        - name: tmp
          emptyDir:
            sizeLimit: 1Gi
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "lectern.labels" . | nindent 14 }}
      {{- with .root.Values.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .root.Values.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .root.Values.affinity }}
      affinity:
        {{- toYaml . | nindent 8 }}
      {{- end }}
{{- end -}}

{{- define "lectern.disruptionBudget" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ include "lectern.name" .root }}-{{ .role }}
  labels:
    {{- include "lectern.allLabels" . | nindent 4 }}
spec:
  minAvailable: {{ .part.disruptionBudget.minAvailable }}
  selector:
    matchLabels:
      {{- include "lectern.labels" . | nindent 6 }}
{{- end -}}

{{- define "lectern.autoscaler" -}}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ include "lectern.name" .root }}-{{ .role }}
  labels:
    {{- include "lectern.allLabels" . | nindent 4 }}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: {{ include "lectern.name" .root }}-{{ .role }}
  minReplicas: {{ .part.autoscaling.minReplicas }}
  maxReplicas: {{ .part.autoscaling.maxReplicas }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target:
          type: Utilization
          averageUtilization: {{ .part.autoscaling.cpuPercent }}
{{- end -}}

{{- define "lectern.egress" -}}
- ports:
    - { port: 53, protocol: UDP }
    - { port: 53, protocol: TCP }
    {{- range .Values.networkPolicy.egressPorts }}
    - { port: {{ . }}, protocol: TCP }
    {{- end }}
{{- end -}}
