# One image for the whole house: docker build -t ludoteka . && docker run -p 8321:8321 -v ludoteka:/var/lib/ludoteka ludoteka
FROM python:3.13-slim AS build
WORKDIR /src
COPY requirements/server.txt requirements/server.txt
RUN python -m venv /opt/ludoteka && /opt/ludoteka/bin/pip install --no-cache-dir --requirement requirements/server.txt
COPY pyproject.toml setup.py README.md LICENSE ./
COPY ludoteka ludoteka
RUN /opt/ludoteka/bin/pip install --no-cache-dir --no-deps .

FROM python:3.13-slim
RUN useradd --system --home-dir /var/lib/ludoteka --create-home ludoteka
COPY --from=build /opt/ludoteka /opt/ludoteka
ENV PATH=/opt/ludoteka/bin:$PATH LUDOTEKA_HOST=0.0.0.0 LUDOTEKA_DATABASE=/var/lib/ludoteka/ludoteka.db
USER ludoteka
VOLUME /var/lib/ludoteka
EXPOSE 8321
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8321/health', timeout=4)"]
CMD ["ludoteka", "serve", "--no-browser"]
